import type { InvitationChange } from '#contract/invitations.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { giveRequestedSet } from '#server/features/audience/membership/sets/actions.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { invitationChanged, invitationUsed } from '../events.ts'
import { lockProfile } from '../profile/data.ts'
import * as data from './data.ts'

/** Returns the sets with these ids, sorted by name. @throws AppError `bad_request` when one of them does not exist */
export const requireSets = async (tx: Executor, setIds: string[]) => {
  const sets = await data.lockSets(tx, setIds)
  if (sets.length < setIds.length) throw wrongField('setIds', 'A set no longer exists.')
  return sets
}

const recordedFields = (sets: { name: string }[], personalLine: string | null) => ({
  sets: sets.map(({ name }) => name),
  personalLine,
})

/**
 * Changes what waits with the invitation of a partner.
 * @throws AppError `not_found` once the profile is confirmed; `bad_request` when a set does not exist; `conflict` when it has changed since
 */
export const updateInvitation = (
  db: Database,
  actor: Actor,
  partnerId: string,
  { updatedAt, setIds, personalLine }: InvitationChange & { updatedAt?: Date | undefined },
) =>
  db.transaction(async (tx) => {
    // The profile is locked before the invitation, as when its partner confirms it.
    const partner = orNotFound(await lockProfile(tx, partnerId))
    requireUnchanged(orNotFound(await data.lockInvitation(tx, partnerId)), updatedAt)
    const former = orNotFound(await data.getInvitation(tx, partnerId))
    const next = recordedFields(await requireSets(tx, setIds), personalLine)
    const changes = changedFields(recordedFields(former.sets, former.personalLine), next)
    if (!changes) return former
    await data.updateInvitation(tx, partnerId, { setIds, personalLine })
    await record(tx, invitationChanged, actor, { partner, ...changes })
    return orNotFound(await data.getInvitation(tx, partnerId))
  })

/**
 * Gives a partner the sets of its invitation, whose tasks are due from now on, and ends the invitation. Call it in the transaction that
 * confirms the profile. Sets that were deleted in the meantime are left out, which the audit log says.
 */
export const endInvitation = async (
  tx: Executor,
  actor: Actor,
  partner: { id: string; fullName: string },
) => {
  const invitation = await data.takeInvitation(tx, partner.id)
  if (!invitation || invitation.setIds.length === 0) return
  const { setIds, invitedBy } = invitation
  const sets = await data.lockSets(tx, setIds)
  const audience = { assignedPartnerIds: [partner.id], assignedGroup: null }
  const givenAt = new Date()
  for (const { id } of sets) {
    await giveRequestedSet(
      tx,
      { setId: id, audience, givenAt, since: null },
      { actorId: invitedBy, limit: 1 },
    )
  }
  const setsGone = setIds.length - sets.length
  const after = { sets: sets.map(({ name }) => name), ...(setsGone > 0 && { setsGone }) }
  await record(tx, invitationUsed, actor, { partner, after })
}
