import { useId } from 'react'
import { type AddressView, useAddressView } from '#client/lib/address-view.ts'
import { FieldError, Select, TextInput } from '#client/ui/field.tsx'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import {
  type AuditAction,
  type AuditKind,
  auditActionLabels,
  auditActions,
  auditKindLabels,
  auditKinds,
  auditSubjectLabels,
} from '#contract/audit-log.ts'
import { dateRange, isInDateRange, lastMoment } from '#contract/date-range.ts'
import { id } from '#contract/fields.ts'
import { PersonFilter } from './person-filter.tsx'

/** Midnight in the reader's time zone, some days after the given one; undefined where the text is not a day from 2000 to 2200. */
const midnight = (day: string, daysLater = 0): Date | undefined => {
  const [, year = '', month = '', date = ''] = /^(2\d{3})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (!year || !isInDateRange(day)) return
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + daysLater)
  return Number.isNaN(moment.getTime()) ? undefined : moment < lastMoment ? moment : lastMoment
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

export const anyKind = 'all' as const

/**
 * The kind that is shown. Without a choice it is changes, among which sign-ins would drown them, but for one person, action
 * or item it is everything.
 */
export const shownKind = (
  chosen: string,
  filters: { person: string; action: string; subject: string },
): AuditKind | typeof anyKind =>
  [...auditKinds, anyKind].find((kind) => kind === chosen) ??
  (filters.person || filters.action || filters.subject ? anyKind : 'change')

/** The filters of the audit log in the address, without invalid values. */
export type AuditView = AddressView & {
  person: string
  action: AuditAction | ''
  kind: AuditKind | typeof anyKind
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
  const kind = shownKind(view.get('kind'), filters)
  const query = Object.fromEntries(kind === anyKind ? entries : [...entries, ['kind', kind]])
  const isFiltered = entries.length > 0 || view.get('kind') === kind
  return { ...view, ...filters, kind, from, until, query, isFiltered }
}

/** The actions, grouped by the subject that they change. */
const actionGroups = Object.entries(auditSubjectLabels).map(([subject, label]) => ({
  label,
  actions: auditActions.filter((action): action is AuditAction => action.startsWith(`${subject}.`)),
}))

export function AuditFilters({ view }: { view: AuditView }) {
  const problemId = useId()
  const active = [view.person, view.action, view.from, view.until].filter(Boolean).length
  return (
    <FilterBar active={active} size="many">
      <Select
        aria-label="Type"
        value={view.kind}
        onChange={({ target }) => view.change({ kind: target.value, action: null })}
        className="@4xl:w-40"
      >
        {auditKinds.map((kind) => (
          <option key={kind} value={kind}>
            {auditKindLabels[kind]}
          </option>
        ))}
        <option value={anyKind}>All events</option>
      </Select>
      <PersonFilter value={view.person} onChange={(person) => view.change({ person })} />
      <Select
        aria-label="Action"
        value={view.action}
        onChange={({ target }) => view.change({ action: target.value, kind: null })}
        className="@4xl:w-40"
      >
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
      <Day view={view} name="from" label="From" />
      <Day view={view} name="until" label="Until" describedBy={isBackwards(view) ? problemId : undefined} />
      {isBackwards(view) && <FieldError id={problemId}>Choose the first day or a later one</FieldError>}
    </FilterBar>
  )
}

type DayProps = { view: AuditView; name: 'from' | 'until'; label: string; describedBy?: string | undefined }

/** Replaces the address, since every key typed into a date is a change that Back would step through. */
function Day({ view, name, label, describedBy }: DayProps) {
  const id = useId()
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="text-13 text-muted w-9">
        {label}
      </label>
      <TextInput
        id={id}
        type="date"
        {...dateRange}
        value={view[name]}
        aria-invalid={describedBy ? true : undefined}
        aria-describedby={describedBy}
        onChange={({ target }) => view.change({ [name]: target.value }, { replace: true })}
        className="@4xl:w-36"
      />
    </span>
  )
}
