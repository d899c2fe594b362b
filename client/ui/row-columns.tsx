import { Link } from 'wouter'
import type { Column } from './data-table.tsx'
import { rowTextClassName } from './row-text.tsx'

/** The name of a row, which opens it. */
export function LeadLink({ name, link }: { name: string; link: { href: string; state: unknown } }) {
  return (
    <Link {...link} title={name} className={`${rowTextClassName} rounded-mark hover:underline`}>
      {name}
    </Link>
  )
}

/** The column of the menu, whose button says what it is for: on a phone beside the name, which leaves it `max-md:pr-11!`. */
export const menuColumn = <R,>(cell: Column<R>['cell']): Column<R> => ({
  id: 'actions',
  heading: <span className="sr-only">Actions</span>,
  align: 'end',
  className: 'md:w-px max-md:absolute max-md:top-1.5 max-md:right-4',
  cell,
})
