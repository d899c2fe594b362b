import { Fragment, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Skeleton } from './loading.tsx'

export type Column<R> = {
  id: string
  /** The column's heading, on a phone before each value; left out there if it is not text. */
  heading: ReactNode
  cell: (row: R) => ReactNode
  /** `end` for numbers and for buttons. */
  align?: 'start' | 'end'
  /** Shown as the heading of the row's card on a phone. */
  lead?: boolean
  /** Such as a width. */
  className?: string
}

type DataTableProps<R> = {
  label: string
  columns: Column<R>[]
  /** Undefined while they are on their way. */
  rows: R[] | undefined
  skeletonRows: number
  /** The rows belong to the previous query: they can be read but not used. */
  isStale: boolean
  isSelected?: (row: R) => boolean
  /** Shown below a row, over its whole width; nothing for most rows. */
  detailOf?: (row: R) => ReactNode
}

/** Rows of the same things under headings that stay; on a phone a card for each. */
export function DataTable<R extends { id: string }>({
  label,
  columns,
  rows,
  skeletonRows,
  isStale,
  isSelected,
  detailOf,
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
          {columns.map(({ id, heading, align, className }) => (
            <th
              key={id}
              scope="col"
              className={classNames(
                'sticky top-14 z-10 h-8 whitespace-nowrap border-line lg:h-9 border-b bg-surface px-3 font-medium text-13 text-muted first:pl-5 last:pr-5',
                align === 'end' && 'text-right',
                className,
              )}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody inert={isStale} className="max-md:block">
        {rows
          ? rows.map((row) => {
              const detail = detailOf?.(row)
              return (
                <Fragment key={row.id}>
                  <tr
                    aria-selected={isSelected?.(row)}
                    className={classNames(
                      'relative border-line max-md:flex max-md:flex-col max-md:gap-1 max-md:px-4 max-md:py-3',
                      'hover:bg-sunken/60 aria-selected:bg-accent-soft',
                      !detail && 'border-b last:border-b-0',
                    )}
                  >
                    {columns.map((column) => (
                      <Cell key={column.id} column={column}>
                        {column.cell(row)}
                      </Cell>
                    ))}
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
                    className="h-13 px-3 max-md:block max-md:h-6 max-md:px-0 md:last:pr-5 md:first:pl-5"
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

function Cell<R>({ column, children }: { column: Column<R>; children: ReactNode }) {
  const { heading, align, lead, className } = column
  return (
    <td
      className={classNames(
        'px-3 py-1.5 max-md:min-h-6 max-md:p-0 md:h-13 md:last:pr-5 md:first:pl-5',
        align === 'end' && 'text-right',
        lead ? 'font-medium max-md:block' : 'max-md:flex max-md:items-baseline max-md:gap-3',
        align === 'end' && 'max-md:justify-end',
        className,
      )}
    >
      {!lead && typeof heading === 'string' && (
        // A screen reader announces the heading by itself.
        <span aria-hidden className="w-28 shrink-0 text-13 text-muted md:hidden">
          {heading}
        </span>
      )}
      {children}
    </td>
  )
}
