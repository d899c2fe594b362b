import { Fragment, type ReactNode, useRef } from 'react'
import type { LeavingRow } from '#client/lib/leaving-rows.ts'
import { useRowKeys } from '#client/lib/use-row-keys.ts'
import { classNames } from './class-names.ts'
import { followLead } from './follow-lead.ts'
import { LeavingNote } from './leaving-rows.tsx'
import { Skeleton } from './loading.tsx'
import { SortLink, sortedAs, type TableOrder } from './sort-link.tsx'

type ColumnPart<R> = {
  id: string
  /** The heading of the column. On a phone, it shows before each value, unless it is not text. */
  heading: ReactNode
  cell: (row: R) => ReactNode
  /** The name that sorts the rows by this column; absent if that is not possible. */
  sort?: string
}

export type Column<R> = ColumnPart<R> & {
  /** Columns that show on further lines in the cells of this column, to save space. */
  below?: ColumnPart<R>[]
  /** The alignment of the cells; `end` for numbers and buttons. */
  align?: 'start' | 'end'
  /** Whether the column is the heading of the row's card on a phone. Its link opens the row, wherever the row is clicked. */
  lead?: boolean
  /** Class names for the cells, such as a width. */
  className?: string
}

const partsOf = <R,>(column: Column<R>): ColumnPart<R>[] => [column, ...(column.below ?? [])]

type DataTableProps<R> = {
  label: string
  columns: Column<R>[]
  /** The rows; undefined while they load. */
  rows: R[] | undefined
  skeletonRows: number
  /** Whether the rows belong to the previous query, so that they can be read but not used. */
  isStale: boolean
  isSelected?: (row: R) => boolean
  /** The order of the rows, for lists that can be sorted by their columns. */
  order?: TableOrder
  /** Whether rows without wrapped text are only 44 px high. */
  dense?: boolean
  /** Returns content to show below a row over its whole width; nothing for most rows. */
  detailOf?: (row: R) => ReactNode
  /** Returns the state of a row that is leaving the list. */
  leavingOf?: (row: R) => LeavingRow | undefined
  /** Does the main action of a row when e is pressed; without it, e opens the menu of the row. */
  onKeyE?: ((row: R) => void) | undefined
}

/** A table with sticky headings; on a phone, each row is a card. j and k move between the rows, x selects one, and e acts on it. */
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
  onKeyE,
}: DataTableProps<R>) {
  const tableRef = useRef<HTMLTableElement>(null)
  useRowKeys(tableRef, {
    ...(onKeyE && {
      keys: {
        e: (id) => {
          const row = rows?.find((each) => each.id === id)
          if (row && !leavingOf?.(row)) onKeyE(row)
        },
      },
    }),
  })
  return (
    <table
      ref={tableRef}
      data-row-keys={isStale ? undefined : ''}
      // The focus moves to the table when another page of rows arrives.
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
                    data-row-id={row.id}
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

/** Returns how the rows are sorted by a column; undefined if they cannot be sorted by it. */
const sortOf = <R,>(column: Column<R>, order: TableOrder) => {
  const sorts = partsOf(column).flatMap(({ sort }) => (sort ? [sortedAs(order.sort, sort)] : []))
  return sorts.find((sorted) => sorted !== 'none') ?? sorts[0]
}

/** Replaces the last cell of a row that is leaving. It lies over the other cells, so that no column changes its width. */
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
  const partClassName = (isLead: boolean | undefined) =>
    classNames(
      'max-md:min-h-6',
      isLead ? 'max-md:block' : 'max-md:flex max-md:items-baseline max-md:gap-3',
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
        below ? 'max-md:grid max-md:gap-1' : partClassName(lead),
        className,
      )}
    >
      {below ? (
        partsOf(column).map((part) => (
          <div
            key={part.id}
            className={classNames(
              'md:leading-5',
              partClassName(lead && part === column),
              part !== column && 'font-normal md:text-13 md:text-muted',
            )}
          >
            <Label heading={part.heading} isOneOfSeveral />
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
 * The heading before a value on a phone. On a wide screen, a screen reader announces the heading of the column by itself. For a column
 * with several headings, it would announce all for each value, so each value then has its own heading for screen readers.
 */
function Label({ heading, isOneOfSeveral = false }: { heading: ReactNode; isOneOfSeveral?: boolean }) {
  if (typeof heading !== 'string') return null
  return (
    <span
      aria-hidden={!isOneOfSeveral}
      className={classNames('w-28 shrink-0 text-13 text-muted', isOneOfSeveral ? 'md:sr-only' : 'md:hidden')}
    >
      {`${heading} `}
    </span>
  )
}
