import { partnerInvitations } from '#server/db/schema/partner-invitations.ts'
import type { TestApp } from './app.ts'

/** The form with which staff invite one partner, and nothing else than what is required. */
export const invitationForm = (email: string) => ({
  partners: [{ email, businessName: 'Bayside Hall' }],
  managerId: null,
  setIds: [],
  agreements: [],
})

/** Adds an invitation of a partner, and returns the partner's id. */
export const createInvitation = async ({ db }: Pick<TestApp, 'db'>, partnerId: string) => {
  await db.insert(partnerInvitations).values({ partnerId, setIds: [] })
  return partnerId
}
