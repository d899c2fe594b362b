import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { formatNumber } from '#client/lib/format.ts'
import { partOf, type Selection } from '#client/lib/selection.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { classNames } from './class-names.ts'
import type { Column } from './data-table.tsx'

/** The checkbox that selects all rows of a page. */
export function SelectPage({ shown, selection }: { shown: { id: string }[]; selection: Selection }) {
  const page = shown.map(({ id }) => id)
  const part = selection.isAll ? 'all' : partOf(selection.ids, page)
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
  shown: { id: string }[]
  selection: Selection
}

/** The checkbox of a row. A click with Shift selects all rows from the one that was pressed last. */
export function SelectRow({ id, name, shown, selection, ...input }: SelectRowProps) {
  const isSelected = selection.has(id)
  return (
    <Checkbox
      {...input}
      label={`Select ${name}`}
      hideLabel
      checked={isSelected}
      disabled={selection.isFull && !isSelected}
      onChange={({ nativeEvent }) => {
        const page = shown.map((row) => row.id)
        // React reports the change of a checkbox with the event of its click.
        selection.toggle(id, page, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
      }}
    />
  )
}

/** The class names of the column of checkboxes; on a phone, each checkbox is in the corner of its row's card. */
export const selectColumnClassName =
  'w-8 md:pr-0 md:pl-3! max-md:absolute! max-md:top-1 max-md:right-0.5 max-md:w-fit'

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
  cell: (row) =>
    isSelectable(row) && <SelectRow id={row.id} name={nameOf(row)} shown={shown} selection={selection} />,
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
  /** The content below the bar, which stays where `children` has it, so that no row moves when the first one is selected. */
  below?: ReactNode
  /** The content in place of the bar while nothing is selected, with the same height. */
  children: ReactNode
}

// The bar is as high as the filters that it replaces.
const selectionBarClassName = 'px-4 py-1 max-md:pl-1.5 sm:px-5 md:min-h-10 md:py-0.5'

// On a phone, the bar stays in sight, so that it has one line, which scrolls sideways; a fade shows that there is more.
const oneLineClassName =
  'max-md:flex-nowrap max-md:overflow-x-auto max-md:[scrollbar-width:none] max-md:mask-r-from-[calc(100%-2rem)] max-md:pr-8'

/** The bar with the actions for the selected rows. */
export function SelectionBar({
  selection,
  shown,
  actions,
  className = selectionBarClassName,
  below,
  children,
}: SelectionBarProps) {
  const barRef = useRef<HTMLDivElement>(null)
  const isEmpty = selection.ids.length === 0 && !selection.isAll
  const wasEmptyRef = useRef(isEmpty)

  useEffect(() => {
    const isCleared = isEmpty && !wasEmptyRef.current
    wasEmptyRef.current = isEmpty
    // The focused button disappeared with the selection.
    if (isCleared && document.activeElement === document.body) barRef.current?.focus({ preventScroll: true })
  }, [isEmpty])

  return (
    <>
      <div
        ref={barRef}
        tabIndex={-1}
        className={classNames(
          'outline-none',
          !isEmpty && 'max-md:sticky max-md:top-(--header) max-md:z-10 max-md:bg-surface',
          !isEmpty && below !== undefined && 'max-md:border-line max-md:border-b',
        )}
      >
        {isEmpty ? (
          children
        ) : (
          <div
            className={classNames('flex min-h-11 flex-wrap items-center gap-2', oneLineClassName, className)}
          >
            <span className="flex shrink-0 items-center font-medium text-13 md:hidden">
              <SelectPage shown={shown} selection={selection} />
              {/* The head, which says how many rows are selected, may have scrolled out of sight. */}
              <span aria-hidden className="min-w-4 tabular-nums">
                {selection.isAll ? 'All' : formatNumber(selection.ids.length)}
              </span>
            </span>
            {actions}
            <Button size="small" variant="quiet" onClick={selection.clear}>
              Clear
            </Button>
          </div>
        )}
      </div>
      {!isEmpty && below && (
        <div className="@container border-line border-b max-md:empty:hidden">{below}</div>
      )}
    </>
  )
}

type SelectionCountProps = {
  selection: Selection
  /** The number of all rows that match, for a list in which all of them can be selected. */
  matching?: number
  /** The text with the total number of rows, shown while none is selected. */
  total: string | undefined
}

/** The number of selected rows, or the total if none is selected. */
export function SelectionCount({
  selection: { ids, isAll, isFull },
  matching = 0,
  total,
}: SelectionCountProps) {
  const count = isAll ? matching : ids.length
  return (
    <span role="status" className="tabular-nums">
      {count > 0 ? (
        <>
          <span className="font-medium text-ink">{`${formatNumber(count)} selected`}</span>
          {isFull && ' (maximum)'}
        </>
      ) : (
        total
      )}
    </span>
  )
}

type SelectMatchingProps = { selection: Selection; shown: { id: string }[]; matching: number }

/** Offers to select all rows that match, once all of the page are selected. */
export function SelectMatching({ selection, shown, matching }: SelectMatchingProps) {
  const { ids, isAll, selectAll, clear } = selection
  const page = shown.map(({ id }) => id)
  if (!isAll && (matching <= page.length || partOf(ids, page) !== 'all')) return null
  const all = formatNumber(matching)
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 border-line border-b bg-sunken px-4 py-1 text-13">
      <p role="status">
        {isAll ? `All ${all} that match are selected.` : `All ${page.length} on this page are selected.`}
      </p>
      <Button size="small" variant="quiet" onClick={isAll ? clear : selectAll}>
        {isAll ? 'Clear selection' : `Select all ${all} that match`}
      </Button>
    </div>
  )
}
