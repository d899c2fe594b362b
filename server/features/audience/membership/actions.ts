import type { Executor } from '#server/db/client.ts'
import { addRows, kinds, lockMembers, type SharedKind, withdrawRows } from './data.ts'
import { giveGroupManagers } from './managers/data.ts'
import { giveAutomaticSets } from './sets/actions.ts'

// The limit is higher than what any partner is given.
const limit = 10_000

/**
 * Gives partners the manager of their group, what is shared with their current audiences and the task sets of their group, and takes back what they have not begun
 * from audiences they have left. Call it after the change, in the transaction that changes a group, creates a profile or enables a user.
 * @param actorId the user who made the change; null when it was the partner
 */
export const followMembership = async (tx: Executor, actorId: string | null, partnerIds: string[]) => {
  if (partnerIds.length === 0) return
  await lockMembers(tx)
  // The manager comes first, since new tasks are given to them.
  await giveGroupManagers(tx, partnerIds)
  for (const kind of Object.keys(kinds) as SharedKind[]) {
    await withdrawRows(tx, kind, { partnerIds }, { actorId, limit })
    await addRows(tx, kind, { partnerIds }, { actorId, limit })
  }
  await giveAutomaticSets(tx, 'group', actorId, partnerIds)
}
