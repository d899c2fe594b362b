import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { Button } from './button.tsx'

type PaginationProps = {
  /** In the plural, as in "Showing 1 to 10 of 96 users". */
  what: string
  page: number
  /** The page whose rows are shown while another one loads. */
  shownPage?: number
  pageSize: number
  total: number
} & (
  | { addressOf: (page: number) => string; onPage?: undefined }
  /** For a list that has no address of its own. */
  | { onPage: (page: number) => void; addressOf?: undefined }
)

/** Which part of a list is shown, with the ways to the one before and the one after; nothing when it is all of it. */
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

  // A link where there is an address, so that it can be opened in another tab. At the end it leads nowhere, and stays: the
  // focus that is on it would be lost with it.
  const step = (label: string, to: number) => {
    const isEnd = to < 1 || (to - 1) * pageSize >= total
    const handleClick = (event: MouseEvent) => (isEnd ? event.preventDefault() : onPage?.(to))
    return (
      // With `aria-disabled` alone it would look like one whose work is under way.
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
        Showing {count(first)} to {count(last)} of {count(total)} {what}
      </p>
      <div className="flex gap-2">
        {step('Previous', page - 1)}
        {step('Next', page + 1)}
      </div>
    </nav>
  )
}

const count = (number: number) => number.toLocaleString('en-US')
