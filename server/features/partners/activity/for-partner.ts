import { activityKindOf } from '#contract/partners/activity.ts'
import { teamName } from '#server/http/team-name.ts'
import type { ActivityRow } from './data.ts'

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
export const forStaff = ({ isOfPartner: _isOfPartner, ...activity }: ActivityRow) => ({
  ...activity,
  kind: activityKindOf(activity.activityType),
})

/** Returns an entry as the partner receives it: the team stands for every actor but the people of the partner. */
export const forPartner = ({ isOfPartner, actorName, metadata, ...activity }: ActivityRow) => ({
  ...activity,
  kind: activityKindOf(activity.activityType),
  metadata: Object.fromEntries(
    shownMetadata.flatMap((name) => (name in metadata ? [[name, metadata[name]]] : [])),
  ),
  actorName: isOfPartner ? actorName : teamName,
})
