import { SharedProgress } from '#client/domain/audience/shared-progress.tsx'
import type { TaskDefinition } from '#contract/tasks.ts'

/** Shows how many partners of a shared task have completed it. @param narrow whether it has to fit a column of a table */
export function TaskProgress({ task, narrow = false }: { task: TaskDefinition; narrow?: boolean }) {
  const { completed, partners, joinedLater } = task.progress
  return (
    <SharedProgress
      name={task.taskName}
      done={completed}
      partners={partners}
      verb={narrow ? 'done' : 'completed'}
      joinedLater={joinedLater}
      narrow={narrow}
    />
  )
}
