import ListChecks from 'lucide-react/icons/list-checks'
import { Badge } from '#client/ui/badge.tsx'
import { taskTypeLabels } from '#contract/tasks.ts'
import { Day } from './day.tsx'
import { useTasks } from './queries.ts'
import { Row } from './row.tsx'
import { RowPartnerName } from './row-partner-name.tsx'
import { RowSection } from './row-section.tsx'
import type { Scope, TaskRow } from './rows.ts'
import { TaskActions } from './task-actions.tsx'
import { isOpen, isOverdue, taskStatusLabels } from './task-state.ts'

export function TasksSection({ scope, now }: { scope: Scope; now: number }) {
  const own = scope === 'own'
  return (
    <RowSection
      title="Partner Tasks"
      description={own ? undefined : 'Of all partners, the newest first'}
      query={useTasks(scope)}
      skeletonRows={3}
      stacked={own}
      empty={{ icon: ListChecks, line: 'No tasks assigned' }}
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
          actions={own && isOpen(task) && <TaskActions task={task} />}
          stacked={own}
        />
      )}
    </RowSection>
  )
}

function TaskBadges({ task, now }: { task: TaskRow; now: number }) {
  const { label, tone } = taskStatusLabels[task.status]
  return (
    <>
      {isOverdue(task, now) && <Badge tone="danger">Overdue</Badge>}
      <Badge tone={tone}>{label}</Badge>
    </>
  )
}
