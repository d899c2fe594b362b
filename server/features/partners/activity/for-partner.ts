import { activityKindOf } from '#contract/partners/activity.ts'
import type { ActivityRow } from './data.ts'

const teamName = 'Partner team'

/** What of the metadata partners receive: what it is about and what changed, but not who did it. */
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

/** An entry as staff receive it. */
export const forStaff = ({ actorId: _id, ...activity }: ActivityRow) => ({
  ...activity,
  kind: activityKindOf(activity.activityType),
})

/** An entry as the partner receives it: whoever is not their own user is the team. */
export const forPartner = (userId: string, { actorId, actorName, metadata, ...activity }: ActivityRow) => ({
  ...activity,
  kind: activityKindOf(activity.activityType),
  metadata: Object.fromEntries(
    shownMetadata.flatMap((name) => (name in metadata ? [[name, metadata[name]]] : [])),
  ),
  actorName: actorId === userId ? actorName : teamName,
})
