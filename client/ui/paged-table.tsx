import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Redirect } from 'wouter'
import { Alert } from './alert.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { Pagination } from './pagination.tsx'

type PagedTableProps<R> = {
  label: string
  /** The name of the rows, in the plural. */
  rowsLabel: string
  columns: Column<R>[]
  keyOf: (row: R) => string
  /** Undefined while they load. */
  rows: R[] | undefined
  total: number | undefined
  query: { isError: boolean; isPlaceholderData: boolean; refetch: () => unknown }
  failure: { title: string; description: string }
  empty: ReactNode
  page: number
  pageSize: number
  /** The address of a page. */
  addressOf: (page: number) => string
  isSelected?: (row: R) => boolean
  detailOf?: (row: R) => ReactNode
}

/**
 * A page of a list in each of its states: loading, failed, empty, loaded. A page beyond the end, such as from an old link,
 * leads to the last one.
 */
export function PagedTable<R>({
  rowsLabel: what,
  rows,
  total,
  query,
  failure,
  empty,
  page,
  pageSize,
  addressOf,
  ...table
}: PagedTableProps<R>) {
  const { containerRef, shownPage } = useShownPage(page, query.isPlaceholderData)

  const handleRetry = () => {
    // The button goes away with the message.
    containerRef.current?.focus()
    query.refetch()
  }

  const lastPage = Math.ceil((total ?? 0) / pageSize)
  // Nothing was found before: what is found now is not known yet.
  const isUnknown = query.isPlaceholderData && total === 0
  const isBeyond = !query.isPlaceholderData && lastPage > 0 && page > lastPage

  return (
    <div ref={containerRef} tabIndex={-1} className="scroll-mt-16 outline-none max-md:scroll-mt-30">
      {isBeyond && <Redirect to={addressOf(lastPage)} replace />}
      {query.isError && !rows ? (
        <div className="p-4 sm:p-5">
          <Alert title={failure.title} onRetry={handleRetry}>
            {failure.description}
          </Alert>
        </div>
      ) : total === 0 && !isUnknown ? (
        empty
      ) : (
        <>
          <DataTable
            {...table}
            rows={isUnknown ? undefined : rows}
            skeletonRows={pageSize}
            stale={query.isPlaceholderData}
          />
          {total !== undefined && (
            <Pagination
              what={what}
              page={page}
              shownPage={shownPage}
              pageSize={pageSize}
              total={total}
              addressOf={addressOf}
            />
          )}
        </>
      )}
    </div>
  )
}

/**
 * The page whose rows are shown: while another one loads, the one before. A new page begins at its top, with the focus on
 * its rows, which are marked `data-rows`, unless the focus is elsewhere, as in a search. `place` is the ref of the element
 * around the rows.
 */
export const useShownPage = (page: number, isPlaceholderData: boolean) => {
  const [shownPage, setShownPage] = useState(page)
  if (!isPlaceholderData && shownPage !== page) setShownPage(page)
  const containerRef = useRef<HTMLDivElement>(null)
  const shown = useRef(shownPage)
  useEffect(() => {
    if (shown.current === shownPage) return
    shown.current = shownPage
    const { activeElement, body } = document
    if (activeElement !== body && !containerRef.current?.contains(activeElement)) return
    containerRef.current?.scrollIntoView()
    containerRef.current?.querySelector<HTMLElement>('[data-rows]')?.focus({ preventScroll: true })
  }, [shownPage])
  return { containerRef: containerRef, shownPage }
}
