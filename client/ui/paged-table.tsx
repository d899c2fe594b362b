import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, Redirect } from 'wouter'
import type { AddressView } from '#client/lib/address-view.ts'
import type { Rows } from '#client/lib/api.ts'
import { formatNumber } from '#client/lib/format.ts'
import { Button } from './button.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { useLeavingRows } from './leaving-rows.tsx'
import { QueryState } from './query-state.tsx'
import type { TableOrder } from './sort-link.tsx'

type PagesProps = {
  /** The name of the rows, in the plural. */
  rowsLabel: string
  page: number
  pageSize: number
  /** The total number of rows; undefined while loading. */
  total: number | undefined
  isPlaceholderData: boolean
  /** Returns the address of a page. */
  addressOf: (page: number) => string
}

type PagedTableProps<R> = Pick<PagesProps, 'rowsLabel' | 'pageSize'> & {
  label: string
  columns: Column<R>[]
  query: {
    data: Rows<R> | undefined
    isError: boolean
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** The view in the address, which includes the page. */
  view: AddressView
  failure: { title: string; text?: string }
  empty: ReactNode
  isSelected?: (row: R) => boolean
  order?: TableOrder
  dense?: boolean
  detailOf?: (row: R) => ReactNode
  onKeyE?: ((row: R) => void) | undefined
}

/** A page of a list; also shows that the page is loading, empty, or could not be read. */
export function PagedTable<R extends { id: string }>({
  rowsLabel,
  pageSize,
  query: { data, isError, error, isPlaceholderData, refetch },
  view,
  failure,
  empty,
  ...table
}: PagedTableProps<R>) {
  const total = data?.total
  const { containerRef, pages } = usePages({
    rowsLabel,
    page: view.page,
    pageSize,
    total,
    isPlaceholderData,
    addressOf: (page) => view.with({ page: String(page) }),
  })
  // The previous query found nothing. The next may find something, so show placeholders instead of an empty list.
  const listed = isPlaceholderData && total === 0 ? undefined : data?.rows
  const list = view.with({ page: String(view.page) })
  const { rows, leavingOf } = useLeavingRows(listed, { list, isStale: isPlaceholderData })
  const show = (shown?: R[]) => (
    <DataTable
      {...table}
      rows={shown}
      leavingOf={leavingOf}
      skeletonRows={pageSize}
      isStale={isPlaceholderData}
    />
  )
  return (
    <div ref={containerRef} className="scroll-mt-16 max-md:scroll-mt-30">
      <QueryState
        query={{ data: rows, isError, error, refetch }}
        loading={show()}
        failure={failure}
        failureClassName="p-4 sm:p-5"
        empty={{ when: (shown) => shown.length === 0 && total === 0, show: empty }}
      >
        {show}
      </QueryState>
      {pages}
    </div>
  )
}

/**
 * Manages the pages of a list. A new page is scrolled to its top, and its rows (marked `data-rows`) get the focus, unless the focus is
 * elsewhere, for example in a search. A page beyond the end, such as from an old link, redirects to the last page.
 * @returns `containerRef` for the element around the rows, and `pages`, the links to the other pages
 */
export const usePages = ({
  rowsLabel,
  page,
  pageSize,
  total = 0,
  isPlaceholderData,
  addressOf,
}: PagesProps) => {
  // While another page loads, the previous page stays visible.
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

  const lastPage = Math.ceil(total / pageSize)
  const isBeyond = !isPlaceholderData && lastPage > 0 && page > lastPage
  const pages = isBeyond ? (
    <Redirect to={addressOf(lastPage)} replace />
  ) : (
    <Pagination
      what={rowsLabel}
      page={page}
      shownPage={shownPage}
      pageSize={pageSize}
      total={total}
      addressOf={addressOf}
    />
  )
  return { containerRef, pages }
}

type PaginationProps = {
  /** The name of the rows in the plural, as in "Showing 1 to 10 of 96 users". */
  what: string
  page: number
  /** The page whose rows are shown while another one loads. */
  shownPage?: number
  pageSize: number
  total: number
} & (
  | { addressOf: (page: number) => string; onPage?: undefined }
  /** Shows another page, for a list whose pages have no addresses. */
  | { onPage: (page: number) => void; addressOf?: undefined }
)

/** Shows which part of a list is visible, with links to the previous and next page; nothing when the whole list is visible. */
export function Pagination({
  what,
  page,
  shownPage = page,
  pageSize,
  total,
  addressOf,
  onPage,
}: PaginationProps) {
  if (total <= pageSize) return null
  const first = (shownPage - 1) * pageSize + 1
  const last = Math.min(shownPage * pageSize, total)

  // A page with an address gets a link, so that the user can open it in another tab. At the end, the control stays without a target,
  // because removing it would lose the focus.
  const step = (label: string, to: number) => {
    const isEnd = to < 1 || (to - 1) * pageSize >= total
    const handleClick = (event: MouseEvent) => (isEnd ? event.preventDefault() : onPage?.(to))
    return (
      // With only `aria-disabled`, the button would look as if work were in progress.
      <Button
        asChild={addressOf !== undefined}
        aria-disabled={isEnd || undefined}
        onClick={handleClick}
        className="aria-disabled:cursor-not-allowed!"
      >
        {addressOf ? <Link href={addressOf(isEnd ? page : to)}>{label}</Link> : label}
      </Button>
    )
  }

  return (
    <nav
      aria-label={`Pages of ${what}`}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5"
    >
      <p role="status" className="text-13 text-muted tabular-nums">
        {`Showing ${formatNumber(first)} to ${formatNumber(last)} of ${formatNumber(total)} ${what}`}
      </p>
      <div className="flex gap-2">
        {step('Previous', page - 1)}
        {step('Next', page + 1)}
      </div>
    </nav>
  )
}
