import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'

/** The order of the rows: the `sort` of a column, with a preceding `-` for descending order. */
export type TableOrder = { sort: string; addressOf: (sort: string) => string }

/** Returns how a list in an order is sorted by a column. */
export const sortedAs = (current: string, sort: string): 'ascending' | 'descending' | 'none' =>
  current === sort ? 'ascending' : current === `-${sort}` ? 'descending' : 'none'

type SortLinkProps = {
  sort: string
  order: TableOrder
  /** Whether another link is above or below this one, so that there is less height. */
  low: boolean
  children: ReactNode
}

/** A link that sorts by a column; a second click reverses the order. On a phone, the headings are not visible. */
export function SortLink({ sort, order, low, children }: SortLinkProps) {
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
