import type { Executor } from '#server/db/client.ts'
import { addRows, kinds, lockMembers, type SharedKind, withdrawRows } from './data.ts'
import { giveAutomaticSets } from './sets/actions.ts'

// More than one partner is ever given.
const limit = 10_000

/**
 * Gives partners what is shared with the audiences that they are in now, and takes back what they have not begun of those that
 * they have left, and the sets of tasks of their group. Call it in the transaction that changes a group, creates a profile or enables a user, after the change.
 * @param actorId who did that; null where it was the partner
 */
export const followMembership = async (tx: Executor, actorId: string | null, partnerIds: string[]) => {
  if (partnerIds.length === 0) return
  await lockMembers(tx)
  for (const kind of Object.keys(kinds) as SharedKind[]) {
    await withdrawRows(tx, kind, { partnerIds }, { actorId, limit })
    await addRows(tx, kind, { partnerIds }, { actorId, limit })
  }
  await giveAutomaticSets(tx, 'group', actorId, partnerIds)
}
