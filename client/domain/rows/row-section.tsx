import type { LucideIcon } from 'lucide-react'
import { type FocusEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { RowSkeleton } from './row.tsx'
import type { SectionProps } from './rows.ts'

// As high as they can become, so that nothing below moves when the rows arrive.
const minHeightClassName = 'min-h-37'
const shortRows = 4
const shortHeightClassName = 'min-h-37 md:min-h-69'

type RowSectionProps<R> = Omit<SectionProps<R>, 'renderActions'> & {
  title: string
  skeletonRows: number
  empty: { icon: LucideIcon; line: string }
  /** A list that must not push the next one away: it is four rows high, and shows more when asked to. */
  short?: boolean
  /** As the rows are. */
  stacked?: boolean
  /** Below the rows, in every state. */
  foot?: ReactNode
  /** Renders one Row. */
  children: (row: R) => ReactNode
}

/** A card with a list of rows, in each state of its read. */
export function RowSection<R>(props: RowSectionProps<R>) {
  const { title, description, headActions, query, skeletonRows, empty, foot, children } = props
  const { short = false, stacked = false } = props
  const [isExpanded, setExpanded] = useState(false)
  const listRef = useRef<HTMLDivElement>(null)
  const focusOfGoneRow = useFocusOfGoneRow(listRef)

  const handleShowAll = () => {
    flushSync(() => setExpanded(true))
    // The button goes away: the focus moves to the first row that was not there.
    rowsIn(listRef)[shortRows - 1]?.focus({ preventScroll: true })
  }

  const showRows = (rows: R[]) => {
    const isCut = short && !isExpanded && rows.length > shortRows
    // One fewer, whose place the button takes.
    const shown = isCut ? rows.slice(0, shortRows - 1) : rows
    return (
      <>
        <RowList isStale={query.isPlaceholderData}>{shown.map(children)}</RowList>
        {isCut && (
          <div className="border-line border-t px-4 py-2 sm:px-5">
            <Button variant="quiet" size="small" onClick={handleShowAll} className="-ml-2.5">
              Show all {rows.length}
            </Button>
          </div>
        )}
      </>
    )
  }

  return (
    <Card title={title} description={description} actions={headActions} flush>
      <div ref={listRef} data-rows tabIndex={-1} className="outline-none" {...focusOfGoneRow}>
        <QueryState
          query={query}
          className={classNames('flex flex-col', short ? shortHeightClassName : minHeightClassName)}
          loading={
            <RowList>
              {Array.from({ length: skeletonRows }, (_, row) => row).map((row) => (
                <RowSkeleton key={row} stacked={stacked} />
              ))}
            </RowList>
          }
          failure={{ title: `${title} could not be loaded`, text: 'Your saved work is safe.' }}
          failureClassName="p-4 sm:p-5"
          empty={{
            when: (rows) => rows.length === 0,
            show: <EmptyState {...empty} />,
          }}
        >
          {showRows}
        </QueryState>
      </div>
      {foot}
    </Card>
  )
}

const RowList = ({ isStale = false, children }: { isStale?: boolean | undefined; children: ReactNode }) => (
  <ul
    inert={isStale}
    className={classNames(
      'divide-y divide-line sm:grid sm:grid-cols-[minmax(0,1fr)_auto_auto]',
      isStale && 'opacity-60 transition-opacity',
    )}
  >
    {children}
  </ul>
)

type ListRef = RefObject<HTMLElement | null>

const rowsIn = (listRef: ListRef) => [
  ...(listRef.current?.querySelectorAll<HTMLElement>('li[tabindex]') ?? []),
]

/**
 * A row that goes away while it has the focus would lose it to the page: it moves on to the row that comes into its place.
 * @param listRef contains the rows, and takes the focus itself when there are none left
 */
const useFocusOfGoneRow = (listRef: ListRef) => {
  const focusedRef = useRef<{ row: Element; index: number }>(null)

  useLayoutEffect(() => {
    const last = focusedRef.current
    if (!last || last.row.isConnected) return
    focusedRef.current = null
    if (document.activeElement !== document.body) return
    const rows = rowsIn(listRef)
    const next = rows.at(Math.min(last.index, rows.length - 1)) ?? listRef.current
    next?.focus({ preventScroll: true })
  })

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = target.closest<HTMLElement>('li[tabindex]')
      focusedRef.current = row && { row, index: rowsIn(listRef).indexOf(row) }
    },
    // Not called when the row is removed, only when the focus leaves it.
    onBlur: () => {
      focusedRef.current = null
    },
  }
}
