import type { ActivityType } from '#contract/partners/activity.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { logActivity } from '#server/features/partners/profile/data.ts'

/** Records in the activity of those of these users who are partners what happened to their account. Call it in the transaction of the change. */
export const logUserActivity = async (
  tx: Executor,
  actor: Pick<Actor, 'id'>,
  users: { partnerId: string | null }[],
  activityType: ActivityType,
  description: string,
  metadata: Record<string, unknown> = {},
) => {
  const activities = users.flatMap(({ partnerId }) =>
    partnerId ? [{ partnerId, activityType, description, metadata: { actorId: actor.id, ...metadata } }] : [],
  )
  if (activities.length > 0) await logActivity(tx, ...activities)
}
