import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Redirect } from 'wouter'
import { type Column, DataTable } from './data-table.tsx'
import { Pagination } from './pagination.tsx'
import { QueryState } from './query-state.tsx'

type PagedTableProps<R> = {
  label: string
  /** The name of the rows, in the plural. */
  rowsLabel: string
  columns: Column<R>[]
  /** Undefined while they load. */
  rows: R[] | undefined
  total: number | undefined
  query: { isError: boolean; isPlaceholderData: boolean; refetch: () => unknown }
  failure: { title: string; text?: string }
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
export function PagedTable<R extends { id: string }>({
  rowsLabel,
  rows,
  total = 0,
  query: { isError, isPlaceholderData, refetch },
  failure,
  empty,
  page,
  pageSize,
  addressOf,
  ...table
}: PagedTableProps<R>) {
  const { containerRef, shownPage } = useShownPage(page, isPlaceholderData)
  // Nothing was found before: what is found now is not known yet.
  const data = isPlaceholderData && total === 0 ? undefined : rows
  const lastPage = Math.ceil(total / pageSize)
  const isBeyond = !isPlaceholderData && lastPage > 0 && page > lastPage
  const show = (shown?: R[]) => (
    <DataTable {...table} rows={shown} skeletonRows={pageSize} isStale={isPlaceholderData} />
  )
  return (
    <div ref={containerRef} className="scroll-mt-16 max-md:scroll-mt-30">
      {isBeyond && <Redirect to={addressOf(lastPage)} replace />}
      <QueryState
        query={{ data, isError, refetch }}
        loading={show()}
        failure={failure}
        failureClassName="p-4 sm:p-5"
        empty={{ when: () => total === 0, show: empty }}
      >
        {show}
      </QueryState>
      <Pagination
        what={rowsLabel}
        page={page}
        shownPage={shownPage}
        pageSize={pageSize}
        total={total}
        addressOf={addressOf}
      />
    </div>
  )
}

/**
 * The page whose rows are shown: while another one loads, the one before. A new page begins at its top, with the focus on
 * its rows, which are marked `data-rows`, unless the focus is elsewhere, as in a search. `containerRef` is for the element
 * around the rows.
 */
export const useShownPage = (page: number, isPlaceholderData: boolean) => {
  const [shownPage, setShownPage] = useState(page)
  if (!isPlaceholderData && shownPage !== page) setShownPage(page)
  const containerRef = useRef<HTMLDivElement>(null)
  const lastShownRef = useRef(shownPage)
  useEffect(() => {
    if (lastShownRef.current === shownPage) return
    lastShownRef.current = shownPage
    const { activeElement, body } = document
    if (activeElement !== body && !containerRef.current?.contains(activeElement)) return
    containerRef.current?.scrollIntoView()
    containerRef.current?.querySelector<HTMLElement>('[data-rows]')?.focus({ preventScroll: true })
  }, [shownPage])
  return { containerRef, shownPage }
}
