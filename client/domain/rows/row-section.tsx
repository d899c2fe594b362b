import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import type { LeavingRow } from '#client/lib/leaving-rows.ts'
import { useRowKeys } from '#client/lib/use-row-keys.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LeavingProvider, useLeavingRows } from '#client/ui/leaving-rows.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { useFocusOfGoneRow } from '#client/ui/use-focus-of-gone-row.ts'
import { RowSkeleton } from './row.tsx'
import type { SectionProps } from './rows.ts'

// A section with `viewAll` shows this many rows.
const maxRows = 8

type RowSectionProps<R> = Omit<SectionProps<R>, 'renderActions'> & {
  title: string
  skeletonRows: number
  empty: { icon: LucideIcon; line: string }
  /** Whether the skeletons have badges and actions below the text on a phone, like a Row with the prop `stacked`. */
  stacked?: boolean
  /** Returns the heading of a row's group. The heading shows above the first of consecutive rows with the same heading. */
  headingOf?: (row: R) => string
  /** Renders content below the rows, also while there are none. `leavingOf` returns a row's state while it leaves the list. */
  foot?: (leavingOf: (row: { id: string }) => LeavingRow | undefined) => ReactNode
  /** Renders one row with the component Row. */
  children: (row: R) => ReactNode
}

/** A card with a list of rows. Without rows, the card shows that they are loading, that there are none, or that they could not be read. */
export function RowSection<R extends { id: string }>(props: RowSectionProps<R>) {
  const { title, description, headActions, query, skeletonRows, empty, foot, children } = props
  const { viewAll, headingOf, dense = false, stacked = false } = props
  const focusOfGoneRow = useFocusOfGoneRow()
  const { rows: data, leavingOf } = useLeavingRows(query.data, { isStale: query.isPlaceholderData })
  const render = (row: R) => (
    <LeavingProvider key={row.id} row={leavingOf(row)}>
      {children(row)}
    </LeavingProvider>
  )

  const showRows = (rows: R[]) => (
    <>
      <RowList isStale={query.isPlaceholderData} dense={dense}>
        {(viewAll ? rows.slice(0, maxRows) : rows).flatMap((row, index, shown) => {
          const heading = headingOf?.(row)
          const before = shown[index - 1]
          if (!heading || (before !== undefined && headingOf?.(before) === heading)) return render(row)
          return [<RowsHeading key={heading}>{heading}</RowsHeading>, render(row)]
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
      <div className="outline-none" {...focusOfGoneRow}>
        <QueryState
          query={{ ...query, data }}
          className="flex flex-col"
          loading={<SkeletonRows {...{ skeletonRows, stacked, dense }} />}
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
      {foot?.(leavingOf)}
    </Card>
  )
}

type SkeletonProps = Pick<RowSectionProps<never>, 'skeletonRows' | 'stacked' | 'dense'>

const SkeletonRows = ({ skeletonRows, stacked, dense = false }: SkeletonProps) => (
  <RowList dense={dense}>
    {Array.from({ length: skeletonRows }, (_, row) => row).map((row) => (
      <RowSkeleton key={row} stacked={stacked} />
    ))}
  </RowList>
)

/** A section while it loads together with others, for the skeleton of a `ShownTogether`. */
export const SectionSkeleton = ({ title, ...rows }: SkeletonProps & { title: string }) => (
  <Card title={title} flush>
    <SkeletonRows {...rows} />
  </Card>
)

const RowsHeading = ({ children }: { children: string }) => (
  <li className="bg-sunken/60 px-4 py-1 font-medium text-13 text-muted @lg:col-span-full sm:px-5">
    {children}
  </li>
)

type RowListProps = { isStale?: boolean | undefined; dense?: boolean; children: ReactNode }

/** A list of rows, laid out in columns if there is room. */
export function RowList({ isStale = false, dense = false, children }: RowListProps) {
  const listRef = useRef<HTMLUListElement>(null)
  useRowKeys(listRef, {})
  return (
    <div className="@container">
      <ul
        ref={listRef}
        data-row-keys={isStale ? undefined : ''}
        inert={isStale}
        data-dense={dense || undefined}
        className={classNames(
          'group/rows divide-y divide-line @lg:grid @lg:grid-cols-[minmax(0,1fr)_auto_auto]',
          isStale && 'opacity-60 transition-opacity',
        )}
      >
        {children}
      </ul>
    </div>
  )
}
