import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { partOf, type Selection } from '#client/lib/selection.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { classNames } from './class-names.ts'
import type { Column } from './data-table.tsx'

/** The checkbox that selects all rows of a page. */
export function SelectPage({ shown, selection }: { shown: { id: string }[]; selection: Selection }) {
  const page = shown.map(({ id }) => id)
  const part = partOf(selection.ids, page)
  return (
    <Checkbox
      label="Select all on this page"
      hideLabel
      checked={part === 'all'}
      mixed={part === 'some'}
      disabled={page.length === 0 || (selection.isFull && part === 'none')}
      onChange={() => selection.togglePage(page)}
    />
  )
}

type SelectRowProps = Pick<ComponentProps<'input'>, 'tabIndex' | 'onFocus'> & {
  id: string
  name: string
  selection: Selection
}

export function SelectRow({ id, name, selection, ...input }: SelectRowProps) {
  const isSelected = selection.ids.includes(id)
  return (
    <Checkbox
      {...input}
      label={`Select ${name}`}
      hideLabel
      checked={isSelected}
      disabled={selection.isFull && !isSelected}
      onChange={() => selection.toggle(id)}
    />
  )
}

/** The class names of the column of checkboxes; on a phone, each checkbox is in the corner of its row's card. */
export const selectColumnClassName = 'w-8 md:pr-0 md:pl-3! max-md:absolute! max-md:top-1 max-md:right-1'

type SelectColumn<R> = {
  selection: Selection
  shown: R[]
  nameOf: (row: R) => string
  /** Returns whether a row can be selected; by default, every row can. */
  isSelectable?: (row: R) => boolean
}

/** The column of the checkboxes. */
export const selectColumn = <R extends { id: string }>({
  selection,
  shown,
  nameOf,
  isSelectable = () => true,
}: SelectColumn<R>): Column<R> => ({
  id: 'select',
  heading: <SelectPage shown={shown} selection={selection} />,
  cell: (row) => isSelectable(row) && <SelectRow id={row.id} name={nameOf(row)} selection={selection} />,
  className: selectColumnClassName,
})

type SelectionBarProps = {
  selection: Selection
  /** The rows of the visible page. */
  shown: { id: string }[]
  /** The buttons with the actions for the selected rows. */
  actions: ReactNode
  /** The class names of the bar where it is not as wide as a card. */
  className?: string
  /** The content in place of the bar while nothing is selected, with the same height. */
  children: ReactNode
}

const selectionBarClassName = 'border-line border-b px-4 py-1 max-md:pl-1.5 sm:px-5'

/** The bar with the actions for the selected rows. */
export function SelectionBar({
  selection,
  shown,
  actions,
  className = selectionBarClassName,
  children,
}: SelectionBarProps) {
  const barRef = useRef<HTMLDivElement>(null)
  const isEmpty = selection.ids.length === 0
  const wasEmptyRef = useRef(isEmpty)

  useEffect(() => {
    const isCleared = isEmpty && !wasEmptyRef.current
    wasEmptyRef.current = isEmpty
    // The focused button disappeared with the selection.
    if (isCleared && document.activeElement === document.body) barRef.current?.focus({ preventScroll: true })
  }, [isEmpty])

  return (
    <div
      ref={barRef}
      tabIndex={-1}
      className={classNames(
        'outline-none',
        !isEmpty && 'max-md:sticky max-md:top-(--header) max-md:z-10 max-md:bg-surface',
      )}
    >
      {isEmpty ? (
        children
      ) : (
        <div className={classNames('flex min-h-11 flex-wrap items-center gap-2', className)}>
          <span className="md:hidden">
            <SelectPage shown={shown} selection={selection} />
          </span>
          {actions}
          <Button size="small" variant="quiet" onClick={selection.clear}>
            Clear
          </Button>
        </div>
      )}
    </div>
  )
}

type SelectionCountProps = {
  selection: Selection
  /** The text with the total number of rows, shown while none is selected. */
  total: string | undefined
}

/** The number of selected rows, or the total if none is selected. */
export function SelectionCount({ selection: { ids, isFull }, total }: SelectionCountProps) {
  return (
    <span role="status" className="tabular-nums">
      {ids.length > 0 ? (
        <>
          <span className="font-medium text-ink">{`${ids.length} selected`}</span>
          {isFull && ' (maximum)'}
        </>
      ) : (
        total
      )}
    </span>
  )
}
