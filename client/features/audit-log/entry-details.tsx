import { Link } from 'wouter'
import type { AuditEvent } from '#contract/audit-log.ts'
import { entryFields, partnerIn } from './entry-fields.ts'

/** What an entry tells, field by field: as it was and as it became. */
export function EntryDetails({ entry, id }: { entry: AuditEvent; id: string }) {
  const partnerId = partnerIn(entry)
  const columns = [entry.before && 'Before', entry.after && 'After'].filter((name) => name !== null)
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
          {entryFields(entry).map(({ name, label, before, after }) => (
            <tr key={name} className="border-line border-t align-top">
              <th scope="row" className="wrap-anywhere py-1.5 pr-4 font-normal text-muted">
                {label}
              </th>
              {entry.before && <Value>{before}</Value>}
              {entry.after && <Value>{after}</Value>}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-13 text-muted">
        <span className="wrap-anywhere">By {entry.actor.email}</span>
        {partnerId && (
          <Link
            href={`/admin?tab=partners&partner=${partnerId}`}
            className="inline-block text-link touch:py-3"
          >
            Show the partner
          </Link>
        )}
      </p>
    </div>
  )
}

const Value = ({ children }: { children: string }) => (
  <td className="wrap-anywhere whitespace-pre-line py-1.5 pr-4 last:pr-0">{children}</td>
)
