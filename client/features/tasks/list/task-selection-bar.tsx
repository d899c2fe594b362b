import { CalendarClock, CircleCheck, Trash2, UserRound } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { SelectionBar } from '#client/ui/select-rows.tsx'
import type { ChangeTasks } from '../bulk-mutations.ts'
import { MoveDueDate, SetOwner } from './bulk-dialogs.tsx'

type TaskSelectionBarProps = Omit<ComponentProps<typeof SelectionBar>, 'actions'> & { change: ChangeTasks }

/** What can be done with the selected tasks. */
export function TaskSelectionBar({ selection, change, ...bar }: TaskSelectionBarProps) {
  const [dialog, setDialog] = useState<'date' | 'owner' | null>(null)
  const { ids, clear } = selection
  const opening = { ids, change, onSaved: clear, onClose: () => setDialog(null) }

  const changeAll = (done: string, fields: { status: 'completed' } | { isDeleted: true }) =>
    change.mutate({ done, changes: ids.map((id) => ({ id, ...fields })) }, { onSuccess: clear })

  return (
    <>
      <SelectionBar
        {...bar}
        selection={selection}
        actions={
          <>
            <Button
              size="small"
              pending={change.isPending}
              onClick={() => changeAll('completed', { status: 'completed' })}
            >
              <CircleCheck aria-hidden className="size-4" />
              Complete
            </Button>
            <Button size="small" onClick={() => setDialog('date')}>
              <CalendarClock aria-hidden className="size-4" />
              Move date…
            </Button>
            <Button size="small" onClick={() => setDialog('owner')}>
              <UserRound aria-hidden className="size-4" />
              Set owner…
            </Button>
            <Button
              size="small"
              pending={change.isPending}
              onClick={() => changeAll('deleted', { isDeleted: true })}
            >
              <Trash2 aria-hidden className="size-4" />
              Delete
            </Button>
          </>
        }
      />
      {dialog === 'date' && <MoveDueDate {...opening} />}
      {dialog === 'owner' && <SetOwner {...opening} />}
    </>
  )
}
