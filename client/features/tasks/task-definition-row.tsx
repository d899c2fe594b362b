import { forAudience } from '#client/domain/audience/audience.ts'
import { Day } from '#client/domain/day.tsx'
import { useTaskDialog } from '#client/domain/opened.ts'
import { Row } from '#client/domain/rows/row.tsx'
import { repeatTexts } from '#client/domain/tasks/repeat-mark.tsx'
import { taskTypeLabels } from '#contract/task-status.ts'
import type { TaskDefinition } from '#contract/tasks.ts'
import { TaskMenu } from './task-menu.tsx'
import { TaskProgress } from './task-progress.tsx'

/** A task for several partners as one row, which opens it. */
export function TaskDefinitionRow({ task }: { task: TaskDefinition }) {
  const { linkToWhole } = useTaskDialog()
  return (
    <Row
      id={`task-${task.id}`}
      title={task.taskName}
      link={linkToWhole(task.id)}
      details={
        <>
          {`${taskTypeLabels[task.taskType]} · Due: `}
          <Day at={task.dueDate} />
          {` · ${forAudience(task)}${task.repeats ? ` · ${repeatTexts[task.repeats]}` : ''}`}
        </>
      }
      badges={<TaskProgress task={task} />}
      actions={<TaskMenu task={task} partner={null} />}
    />
  )
}
