import { BellRing, CalendarClock, CircleCheck, Trash2, UserRound } from 'lucide-react'
import { RemindDialog } from '#client/domain/reminders/lazy-dialog.ts'
import { Button } from '#client/ui/button.tsx'
import { MoveDueDate, type SelectedTasks, SetOwner } from './bulk-dialogs.tsx'

/** The actions on the selected tasks. */
export function TaskSelectionActions(selected: SelectedTasks) {
  const { selection, change } = selected
  const changeAll = (done: string, fields: { status: 'completed' } | { isDeleted: true }) =>
    change.mutate(
      { done, changes: selection.ids.map((id) => ({ id, ...fields })) },
      { onSuccess: selection.clear },
    )

  return (
    <>
      <Button
        icon={CircleCheck}
        size="small"
        pending={change.isPending}
        onClick={() => changeAll('completed', { status: 'completed' })}
      >
        Complete
      </Button>
      <Button
        icon={BellRing}
        size="small"
        opens={(opening) => (
          <RemindDialog
            {...opening}
            reminder={{ about: { kind: 'tasks', ids: [...selection.ids] } }}
            onBegun={selection.clear}
          />
        )}
      >
        Remind…
      </Button>
      <Button
        icon={CalendarClock}
        size="small"
        opens={(opening) => <MoveDueDate {...opening} selected={selected} />}
      >
        Move date…
      </Button>
      <Button
        icon={UserRound}
        size="small"
        opens={(opening) => <SetOwner {...opening} selected={selected} />}
      >
        Set owner…
      </Button>
      <Button
        icon={Trash2}
        size="small"
        pending={change.isPending}
        onClick={() => changeAll('deleted', { isDeleted: true })}
      >
        Delete
      </Button>
    </>
  )
}
