import { PartnerLink } from '#client/domain/partner-link.tsx'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { auditKindOf } from '#contract/audit-actions.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import { fieldLabel, formatValue } from './field-labels.ts'

/** The changed fields of an audit event, before and after. */
export function EventDetails({ event, id }: { event: AuditEvent; id: string }) {
  const partnerId = partnerIdOf(event)
  const isChange = auditKindOf(event.action) === 'change'
  const columns = isChange
    ? [event.before && 'Before', event.after && 'After'].filter((name) => name !== null)
    : ['Value']
  return (
    <div id={id} className="grid grid-cols-1 gap-3 rounded-control bg-sunken px-4 py-3">
      <table className="w-full table-fixed border-collapse text-left text-13">
        <caption className="sr-only">{isChange ? 'What changed' : 'Details'}</caption>
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
        <span className="wrap-anywhere">
          {`${event.action === 'session.sign_in_refused' ? 'Account:' : 'By'} ${event.actor.email}`}
        </span>
        {partnerId && (
          <PartnerLink partnerId={partnerId} className="inline-block text-link touch:py-3">
            View partner
          </PartnerLink>
        )}
      </p>
    </div>
  )
}

const Value = ({ children }: { children: string }) => (
  <td className="wrap-anywhere whitespace-pre-line py-1.5 pr-4 last:pr-0">{children}</td>
)

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Moves the fields of nested objects, such as the terms of an agreement, up to the level of the others. */
const flatten = (fields: Fields | null): Fields =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      isObject(value) ? Object.entries(value) : [[name, value]],
    ),
  )

/** The fields of an audit event before and after, as text, sorted by label. */
export const changedFields = ({ before, after }: Pick<AuditEvent, 'before' | 'after'>) => {
  const [oldFields, newFields] = [flatten(before), flatten(after)]
  return (
    Object.keys({ ...oldFields, ...newFields })
      // The row above already names the item.
      .filter((name) => name !== 'id')
      .map((name) => ({
        name,
        label: fieldLabel(name),
        before: formatValue(name, oldFields[name]),
        after: formatValue(name, newFields[name]),
      }))
      .sort((one, other) => one.label.localeCompare(other.label))
  )
}

/** The most informative detail of an event, for its line in the list: how a user signed in, why not, or how much was imported or exported. */
export const summaryOf = ({ action, after }: Pick<AuditEvent, 'action' | 'after'>): string | undefined => {
  if (action === 'session.signed_in') return formatValue('method', after?.method)
  if (action === 'session.sign_in_refused') return formatValue('reason', after?.reason)
  if (action === 'import.ended') {
    return `${formatNumber(Number(after?.partnersAdded))} added, ${formatNumber(Number(after?.partnersChanged))} changed`
  }
  if (action !== 'export.ended') return undefined
  const rows = formatCount(Number(after?.rows), 'row')
  return after?.isComplete ? rows : `Stopped after ${rows}`
}

/** The id of the partner that the changed item belongs to; undefined if it belongs to none. */
export const partnerIdOf = ({ before, after }: Pick<AuditEvent, 'before' | 'after'>): string | undefined => {
  const partnerId = (after ?? before)?.partnerId
  return typeof partnerId === 'string' ? partnerId : undefined
}
