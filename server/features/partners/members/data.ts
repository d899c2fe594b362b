import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { lockRow } from '#server/db/rows.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { getProfile } from '../profile/data.ts'

/** Whether a user may sign for a partner now. The right cannot end until the transaction ends. */
export const lockRightToSign = async (tx: Executor, partnerId: string, userId: string) => {
  const isMembership = and(eq(partnerMembers.partnerId, partnerId), eq(partnerMembers.userId, userId))
  const member = await lockRow(
    tx.select({ canSign: partnerMembers.canSign }).from(partnerMembers),
    isMembership,
    'share',
  )
  if (!member || member.canSign) return member !== undefined
  return (await getProfile(tx, partnerId))?.userId === userId
}

/** Deletes the open invitations of an address, with what their inviters typed. */
export const deleteInvitationsTo = async (tx: Executor, email: string) => {
  const isTo = eq(sql`lower(${partnerMembers.email})`, email.toLowerCase())
  await tx.delete(partnerMembers).where(and(isNull(partnerMembers.userId), isTo))
}

/**
 * Deletes the memberships of an erased user in other partners, and those of other people in the partner that the user owned. The owner's own
 * row stays as long as the partner does, without personal data.
 */
export const anonymizeMemberships = async (tx: Executor, userId: string, ownPartnerId: string | null) => {
  const isOfUser = eq(partnerMembers.userId, userId)
  const isOfPartner = ownPartnerId === null ? sql`false` : eq(partnerMembers.partnerId, ownPartnerId)
  const isOwners = and(isOfUser, isOfPartner)
  await tx.delete(partnerMembers).where(and(or(isOfUser, isOfPartner), sql`(${isOwners}) is not true`))
  await tx
    .update(partnerMembers)
    .set({ email: null, firstName: null, lastName: null, title: null })
    .where(isOwners)
}
