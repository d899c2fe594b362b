import { Link } from 'wouter'
import type { AuditEvent } from '#contract/audit-log.ts'
import { changedFields, partnerIdOf } from './changed-fields.ts'

/** The changed fields of an audit event, before and after. */
export function EventDetails({ event, id }: { event: AuditEvent; id: string }) {
  const partnerId = partnerIdOf(event)
  const columns = [event.before && 'Before', event.after && 'After'].filter((name) => name !== null)
  return (
    <div id={id} className="grid grid-cols-1 gap-3 rounded-control bg-sunken px-4 py-3">
      <table className="w-full table-fixed border-collapse text-left text-13">
        <caption className="sr-only">What changed</caption>
        <thead>
          <tr className="text-muted">
            {['Field', ...columns].map((heading) => (
              <th key={heading} scope="col" className="pr-4 pb-1 font-medium last:pr-0">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changedFields(event).map(({ name, label, before, after }) => (
            <tr key={name} className="border-line border-t align-top">
              <th scope="row" className="wrap-anywhere py-1.5 pr-4 font-normal text-muted">
                {label}
              </th>
              {event.before && <Value>{before}</Value>}
              {event.after && <Value>{after}</Value>}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-13 text-muted">
        <span className="wrap-anywhere">By {event.actor.email}</span>
        {partnerId && (
          <Link
            href={`/admin?tab=partners&partner=${partnerId}`}
            className="inline-block text-link touch:py-3"
          >
            View partner
          </Link>
        )}
      </p>
    </div>
  )
}

const Value = ({ children }: { children: string }) => (
  <td className="wrap-anywhere whitespace-pre-line py-1.5 pr-4 last:pr-0">{children}</td>
)
