import { partnerMembers } from '#server/db/schema/partner-members.ts'
import type { users } from '#server/db/schema/users.ts'
import type { TestApp } from './app.ts'
import { createUser } from './factories.ts'

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
