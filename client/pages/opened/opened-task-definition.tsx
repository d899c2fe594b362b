import { TaskDefinitionDetails } from '#client/features/tasks/definitions/task-definition-details.tsx'
import type { OpenedProps } from './opened-props.ts'

/** A task for several partners, for staff. */
export default function OpenedTaskDefinition({ id, user: _user, ...opening }: OpenedProps) {
  return <TaskDefinitionDetails key={id} taskId={id} {...opening} />
}
