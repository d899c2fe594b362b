import { CalendarClock, CircleCheck, Trash2, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { Selection } from '#client/lib/selection.ts'
import { Button } from '#client/ui/button.tsx'
import { SelectPage } from '#client/ui/select-rows.tsx'
import type { StaffTask } from '#contract/staff-tasks.ts'
import type { ChangeTasks } from '../bulk-mutations.ts'
import { MoveDueDate, SetOwner } from './bulk-dialogs.tsx'

type TaskSelectionBarProps = {
  selection: Selection
  /** The tasks of the page shown. */
  shown: StaffTask[]
  change: ChangeTasks
  /** Called when the bar goes away while it has the focus. */
  onGone: () => void
}

/** What can be done with the selected tasks; at the lower edge of the window, wherever the list is scrolled. */
export function TaskSelectionBar({ selection, shown, change, onGone }: TaskSelectionBarProps) {
  const [dialog, setDialog] = useState<'date' | 'owner' | null>(null)
  const { ids, isFull } = selection
  const close = () => setDialog(null)

  const handleClear = () => {
    selection.clear()
    onGone()
  }
  const changeAll = (done: string, fields: { status: 'completed' } | { isDeleted: true }) =>
    change.mutate({ done, changes: ids.map((id) => ({ id, ...fields })) }, { onSuccess: handleClear })

  return (
    <div
      // Not last in the document, but so on the screen: it is reached before the rows, like the filters.
      className={
        'sticky bottom-0 z-20 order-last flex flex-wrap items-center gap-2 border-line border-t bg-raised px-4 py-2 ' +
        'max-md:pl-1.5 sm:px-5 md:pr-20'
      }
    >
      <span className="md:hidden">
        <SelectPage shown={shown} selection={selection} />
      </span>
      <p role="status" className="mr-2 text-13 tabular-nums max-sm:grow">
        <span className="font-medium">{ids.length} selected</span>
        {isFull && ' (maximum)'}
      </p>
      <Button size="small" variant="quiet" onClick={handleClear} className="sm:order-last">
        Clear
      </Button>
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
        className="text-danger"
      >
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
      {dialog === 'date' && <MoveDueDate ids={ids} change={change} onSaved={handleClear} onClose={close} />}
      {dialog === 'owner' && <SetOwner ids={ids} change={change} onSaved={handleClear} onClose={close} />}
    </div>
  )
}
