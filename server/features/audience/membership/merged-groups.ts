import type { Database } from '#server/db/client.ts'
import { listPartnersInGroup, lockGroupToFollow, markFollowed } from '../groups/data.ts'
import { followMembership } from './actions.ts'

/**
 * The job: gives partners whose group was several until an update, such as "Coast" and "coast", what was shared with the others. It is
 * done once, after the update.
 */
export const followMergedGroups = async (db: Database) => {
  const followOne = () =>
    db.transaction(async (tx) => {
      const group = await lockGroupToFollow(tx)
      if (group === undefined) return false
      await followMembership(tx, null, await listPartnersInGroup(tx, group))
      await markFollowed(tx, group)
      return true
    })
  while (await followOne());
}
