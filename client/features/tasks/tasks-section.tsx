import ListChecks from 'lucide-react/icons/list-checks'
import type { ReactNode } from 'react'
import { Day } from '#client/domain/day.tsx'
import { Row } from '#client/domain/rows/row.tsx'
import { RowPartnerName } from '#client/domain/rows/row-partner-name.tsx'
import { RowSection } from '#client/domain/rows/row-section.tsx'
import type { SectionProps, TaskRow } from '#client/domain/rows/rows.ts'
import { Badge } from '#client/ui/badge.tsx'
import { taskStatusLabels, taskTypeLabels } from '#contract/tasks.ts'
import { TaskFileLink } from './task-file-link.tsx'
import { isOverdue, taskStatusTones } from './task-state.ts'

type TasksSectionProps = SectionProps<TaskRow> & {
  now: number
  stacked?: boolean
  emptyLine?: string
  foot?: ReactNode
}

export function TasksSection({
  renderActions,
  now,
  stacked = false,
  emptyLine = 'No tasks assigned',
  ...section
}: TasksSectionProps) {
  return (
    <RowSection
      {...section}
      title="Partner Tasks"
      skeletonRows={3}
      stacked={stacked}
      empty={{ icon: ListChecks, line: emptyLine }}
    >
      {(task) => (
        <Row
          key={task.id}
          id={`task-${task.id}`}
          title={task.taskName}
          details={
            <>
              {taskTypeLabels[task.taskType]}
              {' · '}Due: <Day at={task.dueDate} />
              <RowPartnerName partner={task.partner} />
            </>
          }
          badges={<TaskBadges task={task} now={now} />}
          actions={actionsOf(task, renderActions?.(task))}
          stacked={stacked}
        />
      )}
    </RowSection>
  )
}

const actionsOf = (task: TaskRow, actions: ReactNode) =>
  task.filePath ? (
    <>
      <TaskFileLink task={task} />
      {actions}
    </>
  ) : (
    actions
  )

function TaskBadges({ task, now }: { task: TaskRow; now: number }) {
  return (
    <>
      {isOverdue(task, now) && <Badge tone="danger">Overdue</Badge>}
      <Badge tone={taskStatusTones[task.status]}>{taskStatusLabels[task.status]}</Badge>
    </>
  )
}
