import { ChevronDown } from 'lucide-react'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { auditActionLabels } from '#contract/audit-actions.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import { roleLabels } from '#contract/users/roles.ts'
import { summaryOf } from './event-details.tsx'

type AuditColumns = {
  isOpen: (event: AuditEvent) => boolean
  onToggle: (event: AuditEvent) => void
  detailsId: (event: AuditEvent) => string
}

/** Returns whether an event has changed fields to show. */
export const hasDetails = ({ before, after }: AuditEvent) => before !== null || after !== null

export const auditColumns = ({ isOpen, onToggle, detailsId }: AuditColumns): Column<AuditEvent>[] => [
  {
    id: 'at',
    heading: 'Time',
    className: 'md:whitespace-nowrap',
    cell: ({ at }) => <Day at={at} exact />,
  },
  {
    id: 'actor',
    heading: 'Person',
    className: 'md:w-1/4',
    cell: ({ actor }) => (
      <span className="min-w-0">
        <span className="wrap-anywhere line-clamp-2" title={actor.name}>
          {actor.name}
        </span>
        <span className="block text-13 text-muted">{roleLabels[actor.role]}</span>
      </span>
    ),
  },
  {
    id: 'action',
    heading: 'Action',
    lead: true,
    className: 'max-md:order-first md:w-1/5',
    cell: (event) => (
      <span className="min-w-0">
        {auditActionLabels[event.action]}
        <span className="block font-normal text-13 text-muted">{summaryOf(event)}</span>
      </span>
    ),
  },
  {
    id: 'subject',
    heading: 'Item',
    className: 'md:w-1/3',
    cell: ({ subject, action }) => (
      <span className="min-w-0">
        <span className="wrap-anywhere line-clamp-2" title={subject.name}>
          {subject.id && /^(partner|view)\./.test(action) ? (
            <PartnerLink partnerId={subject.id}>{subject.name}</PartnerLink>
          ) : (
            subject.name
          )}
        </span>
        {subject.id && (
          <Link
            href={`/admin?tab=audit&subject=${subject.id}`}
            className="inline-block text-13 text-link touch:py-3"
          >
            {action === 'import.ended' ? 'Rows of this import' : 'History of this item'}
          </Link>
        )}
      </span>
    ),
  },
  {
    id: 'details',
    heading: <span className="sr-only">Details</span>,
    align: 'end',
    cell: (event) =>
      hasDetails(event) && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isOpen(event)}
          aria-controls={isOpen(event) ? detailsId(event) : undefined}
          aria-label={`Details: ${auditActionLabels[event.action]}, ${event.subject.name}`}
          onClick={() => onToggle(event)}
          className="max-md:-mr-2"
        >
          Details
          <ChevronDown
            aria-hidden
            className={classNames('size-4 transition-transform', isOpen(event) && 'rotate-180')}
          />
        </Button>
      ),
  },
]
