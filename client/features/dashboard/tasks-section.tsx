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
import { isOverdue, taskStatusLabels } from './task-state.ts'

export function TasksSection({ scope, now }: { scope: Scope; now: number }) {
  return (
    <RowSection
      title="Partner Tasks"
      description={scope === 'all' ? 'The newest 50 of all partners' : undefined}
      query={useTasks(scope)}
      skeletonRows={3}
      limit={10}
      stacked
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
          actions={scope === 'own' && <TaskActions task={task} />}
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
