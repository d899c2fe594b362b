import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { type ChosenColumns, movedColumn } from '#client/lib/chosen-columns.ts'
import { Button, IconButton } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Popover } from './popover.tsx'

type OfferedColumn = { id: string; heading: string }

type ColumnChooserProps = {
  /** The columns that can be chosen, in the order in which those that are not chosen are listed. */
  offered: readonly OfferedColumn[]
  chosen: ChosenColumns
}

/** The button that opens the choice of the columns of a table: which of them show, and in which order. */
export function ColumnChooser({ offered, chosen: { ids, choose, reset } }: ColumnChooserProps) {
  const buttonRef = useRef<HTMLButtonElement>(null)
  const listRef = useRef<HTMLUListElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The control that was pressed loses the focus when its row moves.
  const [pressed, setPressed] = useState<{ id: string; control: string }>()
  const shown = ids.flatMap((id) => offered.find((column) => column.id === id) ?? [])
  const hidden = offered.filter(({ id }) => !ids.includes(id))

  useLayoutEffect(() => {
    if (!pressed) return
    listRef.current?.querySelector<HTMLElement>(`[data-column="${pressed.id}"] ${pressed.control}`)?.focus()
  }, [pressed])

  const move = (id: string, by: -1 | 1) => {
    choose(movedColumn(ids, id, by))
    setPressed({ id, control: `[data-by="${by}"]` })
  }
  const toggle = (id: string) => {
    choose(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
    setPressed({ id, control: 'input' })
  }
  const place = pressed && ids.indexOf(pressed.id) + 1

  return (
    <div className="max-md:hidden">
      <Button
        ref={buttonRef}
        icon={Columns3}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Columns
      </Button>
      <Popover
        anchorRef={buttonRef}
        open={isOpen}
        onOpenChange={setOpen}
        title="Columns"
        width="w-76"
        actions={
          <Button size="small" variant="quiet" onClick={reset}>
            Reset
          </Button>
        }
      >
        <p role="status" className="sr-only">
          {place ? `Place ${place} of ${ids.length}` : ''}
        </p>
        <ul ref={listRef} aria-label="Columns" className="px-4 py-2">
          {[...shown, ...hidden].map(({ id, heading }) => {
            const index = ids.indexOf(id)
            const step = (by: -1 | 1, isEnd: boolean) => (
              <IconButton
                icon={by < 0 ? ArrowUp : ArrowDown}
                label={`Move ${heading} ${by < 0 ? 'up' : 'down'}`}
                data-by={by}
                aria-disabled={isEnd || undefined}
                className="aria-disabled:cursor-not-allowed!"
                onClick={() => !isEnd && move(id, by)}
              />
            )
            return (
              <li key={id} data-column={id} className="flex min-h-9 items-center">
                <span className="flex-1">
                  <Checkbox label={heading} checked={index >= 0} onChange={() => toggle(id)} />
                </span>
                {index >= 0 && step(-1, index === 0)}
                {index >= 0 && step(1, index === ids.length - 1)}
              </li>
            )
          })}
        </ul>
      </Popover>
    </div>
  )
}
