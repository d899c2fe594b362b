import { useQuery } from '@tanstack/react-query'
import { type AddressView, useAddressView } from '#client/lib/address-view.ts'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { Field, Select, TextInput } from '#client/ui/field.tsx'
import {
  type AuditAction,
  auditActionLabels,
  auditActions,
  auditSubjectLabels,
  listAuditPeople,
} from '#contract/audit-log.ts'
import { id } from '#contract/fields.ts'

/** Midnight in the reader's time zone, some days after the given one; undefined where the text is not a day since 2000. */
const midnight = (day: string, daysLater = 0): Date | undefined => {
  const [, year = '', month = '', date = ''] = /^(2\d{3})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (!year) return
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + daysLater)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** The time from the start of the first day to the end of the last, as ISO strings; empty where a day is incomplete. */
export const toTimeRange = ({ from, until }: { from: string; until: string }) => ({
  from: midnight(from)?.toISOString() ?? '',
  until: midnight(until, 1)?.toISOString() ?? '',
})

/** Whether the last day is before the first. */
export const isBackwards = ({ from, until }: { from: string; until: string }) => {
  const [first, last] = [midnight(from), midnight(until)]
  return first !== undefined && last !== undefined && first > last
}

/** The filters of the audit log in the address, without invalid values. */
export type AuditView = AddressView & {
  person: string
  action: AuditAction | ''
  subject: string
  /** Days in the reader's time zone, both inclusive, as typed. */
  from: string
  until: string
  /** The query of the request. */
  query: Record<string, string>
  isFiltered: boolean
}

const idOr = (text: string) => (id.safeParse(text).success ? text : '')

export const useAuditView = (): AuditView => {
  const view = useAddressView()
  const [from, until] = [view.get('from'), view.get('until')]
  const filters = {
    person: idOr(view.get('person')),
    action: auditActions.find((action) => action === view.get('action')) ?? ('' as const),
    subject: idOr(view.get('subject')),
  }
  const entries = Object.entries({ ...filters, ...toTimeRange({ from, until }) }).filter(([, value]) => value)
  const query = Object.fromEntries(entries) as Record<string, string>
  return { ...view, ...filters, from, until, query, isFiltered: entries.length > 0 }
}

/** The actions, grouped by the subject that they change. */
const actionGroups = Object.entries(auditSubjectLabels).map(([subject, label]) => ({
  label,
  actions: auditActions.filter((action): action is AuditAction => action.startsWith(`${subject}.`)),
}))

export function AuditFilters({ view }: { view: AuditView }) {
  const people = useQuery({ ...readOf(listAuditPeople), ...notInEventStream })
  const listed = people.data ?? []
  const isListed = view.person === '' || listed.some(({ id }) => id === view.person)
  return (
    <div className="grid grid-cols-1 items-start gap-x-2 gap-y-3 border-line border-b px-4 py-3 sm:grid-cols-2 sm:px-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)]">
      <Field label="Person">
        <Select value={view.person} onChange={({ target }) => view.change({ person: target.value })}>
          <option value="">Everyone</option>
          {!isListed && <option value={view.person}>{people.data ? 'Another person' : 'Loading...'}</option>}
          {listed.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {name === email ? name : `${name} (${email})`}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Action">
        <Select value={view.action} onChange={({ target }) => view.change({ action: target.value })}>
          <option value="">All actions</option>
          {actionGroups.map(({ label, actions }) => (
            <optgroup key={label} label={label}>
              {actions.map((action) => (
                <option key={action} value={action}>
                  {auditActionLabels[action]}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <Field label="From">
        <Day view={view} name="from" />
      </Field>
      <Field label="Until" error={isBackwards(view) ? 'Earlier than the first day' : undefined}>
        <Day view={view} name="until" />
      </Field>
    </div>
  )
}

/** Replaces the address, since every key typed into a date is a change that Back would step through. */
function Day({ view, name }: { view: AuditView; name: 'from' | 'until' }) {
  return (
    <TextInput
      type="date"
      value={view[name]}
      onChange={({ target }) => view.change({ [name]: target.value }, { replace: true })}
    />
  )
}
