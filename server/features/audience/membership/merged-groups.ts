import type { Database } from '#server/db/client.ts'
import { listPartnersInGroup, lockGroupToFollow, markFollowed } from '../groups/data.ts'
import { followMembership } from './actions.ts'

/**
 * Runs the job that gives partners whose groups a migration merged, such as "Coast" and "coast", what was shared with the other groups.
 * Each group is processed once, after the update.
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
