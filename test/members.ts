import { partnerMembers } from '#server/db/schema/partner-members.ts'
import type { users } from '#server/db/schema/users.ts'
import type { TestApp } from './app.ts'
import { createPartner, createUser } from './factories.ts'

type NewMember = Partial<typeof partnerMembers.$inferInsert> & {
  partnerId: string
  user?: Partial<typeof users.$inferInsert>
}

/** Creates a user, and makes them a member of a partner, by default one who may not sign. */
export const createMember = async (portal: Pick<TestApp, 'db'>, { user: given, ...member }: NewMember) => {
  const user = await createUser(portal, given)
  const values = { userId: user.id, acceptedAt: new Date(), ...member }
  const [row] = await portal.db.insert(partnerMembers).values(values).returning()
  if (!row) throw new Error('no row came back')
  return { user, member: row }
}

/** Invites an address to a new partner, by its owner. */
export const createInvitation = async (portal: Parameters<typeof createPartner>[0], email: string) => {
  const { user: owner, profile } = await createPartner(portal, { status: 'completed' })
  const invitation = {
    partnerId: profile.id,
    email,
    title: 'Event manager',
    canSign: true,
    invitedBy: owner.id,
  }
  await portal.db.insert(partnerMembers).values({ ...invitation, invitedAt: new Date() })
  return { owner, profile }
}
