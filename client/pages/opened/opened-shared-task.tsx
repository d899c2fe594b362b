import { SharedTaskDetails } from '#client/features/tasks/shared/shared-task-details.tsx'
import type { OpenedProps } from './opened-props.ts'

/** A task for several partners, for staff. */
export default function OpenedSharedTask({ id, user: _user, ...opening }: OpenedProps) {
  return <SharedTaskDetails key={id} taskId={id} {...opening} />
}
