import { activityKindOf } from '#contract/partners/activity.ts'
import type { ActivityRow } from './data.ts'

const teamName = 'Partner team'

/** The metadata that partners receive: what an entry is about and what changed, but not who did it. */
const shownMetadata = [
  'taskId',
  'documentId',
  'activationId',
  'resourceId',
  'folderId',
  'from',
  'to',
  'fields',
] as const

/** Returns an entry as staff receive it. */
export const forStaff = ({ actorId: _id, ...activity }: ActivityRow) => ({
  ...activity,
  kind: activityKindOf(activity.activityType),
})

/** Returns an entry as the partner receives it: the team stands for every actor but their own user. */
export const forPartner = (userId: string, { actorId, actorName, metadata, ...activity }: ActivityRow) => ({
  ...activity,
  kind: activityKindOf(activity.activityType),
  metadata: Object.fromEntries(
    shownMetadata.flatMap((name) => (name in metadata ? [[name, metadata[name]]] : [])),
  ),
  actorName: actorId === userId ? actorName : teamName,
})
