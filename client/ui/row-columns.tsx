import { Link } from 'wouter'
import type { Column } from './data-table.tsx'
import { useStepsLink } from './opened-steps.tsx'
import { rowTextClassName } from './row-text.tsx'

/** A link with the name of a row, which opens the row. Its dialog can move to the other rows of the list. */
export function LeadLink({ name, link }: { name: string; link: { href: string; state: unknown } }) {
  return (
    <Link {...useStepsLink(link)} title={name} className={`${rowTextClassName} rounded-mark hover:underline`}>
      {name}
    </Link>
  )
}

/** Returns the column with the menu. On a phone, the menu is next to the name, whose column needs `max-md:pr-11!`. */
export const menuColumn = <R,>(cell: Column<R>['cell']): Column<R> => ({
  id: 'actions',
  heading: <span className="sr-only">Actions</span>,
  align: 'end',
  className: 'md:w-px max-md:absolute max-md:top-1.5 max-md:right-4',
  cell,
})
