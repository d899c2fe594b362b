import { audienceLabel } from '#client/domain/audience/audience.ts'
import { SharedProgress } from '#client/domain/audience/shared-progress.tsx'
import { Day } from '#client/domain/day.tsx'
import { useTaskDialog } from '#client/domain/opened.ts'
import { Row } from '#client/domain/rows/row.tsx'
import { repeatTexts } from '#client/domain/tasks/repeat-mark.tsx'
import type { TaskDefinition } from '#contract/tasks.ts'
import { taskTypeLabels } from '#contract/tasks.ts'
import { TaskMenu } from './task-menu.tsx'

/** A task for several partners as one row, which opens it. */
export function TaskDefinitionRow({ task }: { task: TaskDefinition }) {
  const { linkToWhole } = useTaskDialog()
  const { partners, completed, joinedLater } = task.progress
  return (
    <Row
      id={`task-${task.id}`}
      title={task.taskName}
      link={linkToWhole(task.id)}
      details={
        <>
          {`${taskTypeLabels[task.taskType]} · Due: `}
          <Day at={task.dueDate} />
          {` · For ${audienceLabel(task)}${task.repeats ? ` · ${repeatTexts[task.repeats]}` : ''}`}
        </>
      }
      badges={
        <SharedProgress
          name={task.taskName}
          done={completed}
          partners={partners}
          verb="completed"
          joinedLater={joinedLater}
        />
      }
      actions={<TaskMenu task={task} partner={null} />}
    />
  )
}
