import type { LucideIcon } from 'lucide-react'
import { type FocusEvent, Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { RowSkeleton } from './row.tsx'
import type { SectionProps } from './rows.ts'

const maxRows = 8

type RowSectionProps<R> = Omit<SectionProps<R>, 'renderActions'> & {
  title: string
  skeletonRows: number
  empty: { icon: LucideIcon; line: string }
  /** Where all of them are listed: then only the first eight show. */
  viewAll?: string | undefined
  /** On a wide screen each row is one line. */
  dense?: boolean
  /** As the rows are. */
  stacked?: boolean
  /** A heading above the first of the rows for which it is the same. */
  headingOf?: (row: R) => string
  /** Below the rows, in every state. */
  foot?: ReactNode
  /** Renders one Row. */
  children: (row: R) => ReactNode
}

/** A card with a list of rows, in each state of its read. */
export function RowSection<R>(props: RowSectionProps<R>) {
  const { title, description, headActions, query, skeletonRows, empty, foot, children } = props
  const { viewAll, headingOf, dense = false, stacked = false } = props
  const listRef = useRef<HTMLDivElement>(null)
  const focusOfGoneRow = useFocusOfGoneRow(listRef)

  const showRows = (rows: R[]) => (
    <>
      <RowList isStale={query.isPlaceholderData} dense={dense}>
        {(viewAll ? rows.slice(0, maxRows) : rows).map((row, index, shown) => {
          const heading = headingOf?.(row)
          const before = shown[index - 1]
          if (!heading || (before !== undefined && headingOf?.(before) === heading)) return children(row)
          return (
            <Fragment key={heading}>
              <RowsHeading>{heading}</RowsHeading>
              {children(row)}
            </Fragment>
          )
        })}
      </RowList>
      {viewAll && rows.length > maxRows && (
        <div className="border-line border-t px-4 py-1.5 sm:px-5">
          <Button asChild variant="quiet" size="small" className="-ml-2.5">
            <Link href={viewAll}>
              View all<span className="sr-only"> {title}</span>
            </Link>
          </Button>
        </div>
      )}
    </>
  )

  return (
    <Card title={title} description={description} actions={headActions} flush>
      <div ref={listRef} data-rows tabIndex={-1} className="outline-none" {...focusOfGoneRow}>
        <QueryState
          query={query}
          className="flex flex-col"
          loading={
            <RowList dense={dense}>
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

const RowsHeading = ({ children }: { children: string }) => (
  <li className="bg-sunken/60 px-4 py-1 font-medium text-13 text-muted sm:col-span-full sm:px-5">
    {children}
  </li>
)

type RowListProps = { isStale?: boolean | undefined; dense?: boolean; children: ReactNode }

/** Rows, in columns on a wide screen. */
export const RowList = ({ isStale = false, dense = false, children }: RowListProps) => (
  <ul
    inert={isStale}
    data-dense={dense || undefined}
    className={classNames(
      'group/rows divide-y divide-line sm:grid sm:grid-cols-[minmax(0,1fr)_auto_auto]',
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
