import { ChevronDown, ChevronUp } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { LeavingRow } from '#client/lib/leaving-rows.ts'
import { classNames } from './class-names.ts'
import { followLead } from './follow-lead.ts'
import { LeavingNote } from './leaving-rows.tsx'
import { Skeleton } from './loading.tsx'

type ColumnPart<R> = {
  id: string
  /** The column's heading, on a phone before each value; left out there if it is not text. */
  heading: ReactNode
  cell: (row: R) => ReactNode
  /** The name by which rows can be sorted by it. */
  sort?: string
}

export type Column<R> = ColumnPart<R> & {
  /** A column that stands in a second line of this one's cells, for lack of room. */
  below?: ColumnPart<R>
  /** `end` for numbers and for buttons. */
  align?: 'start' | 'end'
  /** Shown as the heading of the row's card on a phone. A link in it opens the row, wherever the row is clicked. */
  lead?: boolean
  /** Such as a width. */
  className?: string
}

const partsOf = <R,>(column: Column<R>): ColumnPart<R>[] => (column.below ? [column, column.below] : [column])

/** The order of the rows: by a column's `sort`, with `-` before it in descending order. */
export type TableOrder = { sort: string; addressOf: (sort: string) => string }

type DataTableProps<R> = {
  label: string
  columns: Column<R>[]
  /** Undefined while they are on their way. */
  rows: R[] | undefined
  skeletonRows: number
  /** The rows belong to the previous query: they can be read but not used. */
  isStale: boolean
  isSelected?: (row: R) => boolean
  /** For lists in which rows can be sorted by their columns. */
  order?: TableOrder
  /** Its rows are 44 px high where nothing wraps. */
  dense?: boolean
  /** Shown below a row, over its whole width; nothing for most rows. */
  detailOf?: (row: R) => ReactNode
  /** What has happened to a row that is leaving the list. */
  leavingOf?: (row: R) => LeavingRow | undefined
}

/** Rows of the same things under headings that stay; on a phone a card for each. */
export function DataTable<R extends { id: string }>({
  label,
  columns,
  rows,
  skeletonRows,
  isStale,
  isSelected,
  order,
  dense = false,
  detailOf,
  leavingOf,
}: DataTableProps<R>) {
  return (
    <table
      // The focus goes there when another page of it comes.
      data-rows
      tabIndex={-1}
      aria-label={label}
      aria-busy={!rows || isStale}
      className={classNames(
        'w-full border-collapse text-left outline-none max-md:block',
        isStale && 'opacity-60 transition-opacity',
      )}
    >
      <thead className="max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              aria-sort={order && sortOf(column, order)}
              className={classNames(
                'sticky top-(--header) z-10 h-8 whitespace-nowrap border-line lg:h-9 border-b bg-surface px-3 font-medium text-13 text-muted first:pl-5 last:pr-5',
                column.align === 'end' && 'text-right',
                column.className,
              )}
            >
              {partsOf(column).map(({ id, heading, sort }) => (
                <div key={id}>
                  {sort && order ? (
                    <SortLink sort={sort} order={order} low={column.below !== undefined}>
                      {heading}
                    </SortLink>
                  ) : (
                    heading
                  )}
                </div>
              ))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody inert={isStale} className="max-md:block">
        {rows
          ? rows.map((row) => {
              const leaving = leavingOf?.(row)
              const detail = !leaving && detailOf?.(row)
              return (
                <Fragment key={row.id}>
                  <tr
                    aria-selected={isSelected?.(row)}
                    onClick={followLead}
                    className={classNames(
                      'relative border-line max-md:flex max-md:flex-col max-md:gap-1 max-md:px-4 max-md:py-3',
                      'hover:bg-sunken/60 aria-selected:bg-accent-soft has-[[data-lead]_a]:cursor-pointer',
                      !detail && 'border-b last:border-b-0',
                    )}
                  >
                    {columns.map((column, index) =>
                      leaving && index === columns.length - 1 ? (
                        <LeavingCell key={column.id} row={leaving} />
                      ) : (
                        <Cell
                          key={column.id}
                          column={column}
                          row={row}
                          dense={dense}
                          inert={leaving !== undefined && !column.lead}
                        />
                      ),
                    )}
                  </tr>
                  {detail && (
                    <tr className="border-line border-b last:border-b-0 max-md:block">
                      <td colSpan={columns.length} className="px-4 pb-4 max-md:block sm:px-5">
                        {detail}
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            })
          : Array.from({ length: skeletonRows }, (_, row) => row).map((row) => (
              <tr
                key={row}
                className="border-line border-b last:border-b-0 max-md:block max-md:px-4 max-md:py-4"
              >
                {columns.map(({ id }, index) => (
                  <td
                    key={id}
                    className={classNames(
                      dense ? 'h-11' : 'h-13',
                      'px-3 max-md:block max-md:h-6 max-md:px-0 md:last:pr-5 md:first:pl-5',
                    )}
                  >
                    <Skeleton className={classNames('h-3.5', index === 0 ? 'w-36' : 'w-20 max-w-full')} />
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  )
}

const sortedAs = (current: string, sort: string): 'ascending' | 'descending' | 'none' =>
  current === sort ? 'ascending' : current === `-${sort}` ? 'descending' : 'none'

/** How the rows are sorted by a column; undefined where they cannot be. */
const sortOf = <R,>(column: Column<R>, order: TableOrder) => {
  const sorts = partsOf(column).flatMap(({ sort }) => (sort ? [sortedAs(order.sort, sort)] : []))
  return sorts.find((sorted) => sorted !== 'none') ?? sorts[0]
}

type SortLinkProps = {
  sort: string
  order: TableOrder
  /** Another one stands above or below it. */
  low: boolean
  children: ReactNode
}

/** Sorts by a column; pressed again, in the other direction. On a phone the headings are not on the screen. */
function SortLink({ sort, order, low, children }: SortLinkProps) {
  const sorted = sortedAs(order.sort, sort)
  const Icon = sorted === 'descending' ? ChevronDown : ChevronUp
  return (
    <>
      <Link
        href={order.addressOf(sorted === 'ascending' ? `-${sort}` : sort)}
        className={classNames(
          'group -mx-1 inline-flex items-center gap-1 rounded-mark px-1 hover:text-ink touch:min-h-11 max-md:hidden',
          low ? 'min-h-6' : 'min-h-8',
          sorted !== 'none' && 'text-ink',
        )}
      >
        {children}
        <Icon
          aria-hidden
          className={classNames(
            'size-3.5',
            sorted === 'none' && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
          )}
        />
      </Link>
      <span className="md:hidden">{children}</span>
    </>
  )
}

/** Stands in place of the last cell of a row that is leaving, over the others, so that no column moves. */
const LeavingCell = ({ row }: { row: LeavingRow }) => (
  <td className="text-right max-md:block max-md:pt-1">
    <span className="md:absolute md:inset-y-0 md:right-0 md:flex md:items-center md:bg-surface md:pr-5 md:pl-3">
      <LeavingNote row={row} />
    </span>
  </td>
)

type CellProps<R> = { column: Column<R>; row: R; dense: boolean; inert: boolean }

function Cell<R>({ column, row, dense, inert }: CellProps<R>) {
  const { heading, align, lead, className, below } = column
  const partClassName = classNames(
    'max-md:min-h-6',
    lead ? 'max-md:block' : 'max-md:flex max-md:items-baseline max-md:gap-3',
    align === 'end' && 'max-md:justify-end',
  )
  return (
    <td
      data-lead={lead}
      inert={inert}
      className={classNames(
        'px-3 max-md:p-0 md:last:pr-5 md:first:pl-5',
        dense ? 'md:h-11' : 'py-1.5 md:h-13',
        align === 'end' && 'text-right',
        lead && 'font-medium',
        below ? 'max-md:grid max-md:gap-1' : partClassName,
        className,
      )}
    >
      {below ? (
        partsOf(column).map((part) => (
          <div
            key={part.id}
            className={classNames(
              'md:leading-5',
              partClassName,
              part === below && 'md:text-13 md:text-muted',
            )}
          >
            <Label heading={part.heading} isOneOfTwo />
            {part.cell(row)}
          </div>
        ))
      ) : (
        <>
          {!lead && <Label heading={heading} />}
          {column.cell(row)}
        </>
      )}
    </td>
  )
}

/**
 * The heading before a value on a phone. Elsewhere it is above, from where a screen reader announces it by itself; of two headings, it
 * would announce both for either value.
 */
function Label({ heading, isOneOfTwo = false }: { heading: ReactNode; isOneOfTwo?: boolean }) {
  if (typeof heading !== 'string') return null
  return (
    <span
      aria-hidden={!isOneOfTwo}
      className={classNames('w-28 shrink-0 text-13 text-muted', isOneOfTwo ? 'md:sr-only' : 'md:hidden')}
    >
      {`${heading} `}
    </span>
  )
}
