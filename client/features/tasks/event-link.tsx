import { Link } from 'wouter'
import { useActivationDialog } from '#client/domain/opened.ts'
import type { PartnerTask } from '#contract/tasks.ts'

type EventLinkProps = { event: NonNullable<PartnerTask['activation']>; className?: string }

/** The event whose plan a task belongs to, as a link that opens it. In a row, it is above the link of the row. */
export function EventLink({
  event,
  className = 'relative rounded-mark text-ink underline decoration-control underline-offset-2 hover:decoration-current touch:py-3',
}: EventLinkProps) {
  const { linkTo } = useActivationDialog()
  return (
    <Link {...linkTo(event.id)} className={className}>
      {event.name}
    </Link>
  )
}
