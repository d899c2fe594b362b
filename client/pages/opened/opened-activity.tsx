import { OwnActivityDialog } from '#client/features/partners/activity/own-activity-dialog.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The dialog of the partner's own activity. */
export default function OpenedActivity({ user: _user, id, ...opening }: OpenedProps) {
  return <OwnActivityDialog shown={id} {...opening} />
}
