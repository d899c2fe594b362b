import type { MouseEvent } from 'react'
import type { TaskRow } from '#client/domain/rows/rows.ts'
import { Button } from '#client/ui/button.tsx'
import type { TaskStatus } from '#contract/tasks.ts'
import { useSetTaskStatus } from './set-task-status.ts'

/** What partners do with an open task of their own. */
export function TaskActions({ task }: { task: TaskRow }) {
  const { mutate: setStatus } = useSetTaskStatus(task.id)

  const move = (status: TaskStatus) => (event: MouseEvent) => {
    // The button goes away: the focus stays with the row.
    event.currentTarget.closest('li')?.focus({ preventScroll: true })
    setStatus(status)
  }

  const ofTask = { size: 'small', 'aria-describedby': `task-${task.id}-title` } as const
  return (
    <>
      {task.status === 'pending' && (
        <Button {...ofTask} variant="quiet" onClick={move('in_progress')}>
          Start
        </Button>
      )}
      <Button {...ofTask} onClick={move('completed')}>
        Mark Complete
      </Button>
    </>
  )
}
