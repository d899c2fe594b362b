import { type AddressView, useAddressView } from '#client/lib/address-view.ts'
import { type DayRange, toTimeRange } from '#client/lib/day-range.ts'
import { Select } from '#client/ui/field.tsx'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { Choice, Days } from '#client/ui/filter-choices.tsx'
import {
  type AuditAction,
  type AuditKind,
  auditActionLabels,
  auditActions,
  auditKindLabels,
  auditKinds,
  auditSubjectLabels,
} from '#contract/audit-actions.ts'
import { id } from '#contract/fields.ts'
import { PersonFilter } from './person-filter.tsx'

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
export type AuditView = AddressView &
  DayRange & {
    person: string
    action: AuditAction | ''
    kind: AuditKind | typeof anyKind
    subject: string
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
  const active = [view.person, view.action, view.from, view.until].filter(Boolean).length
  return (
    <FilterBar active={active} size="many">
      <Choice
        view={view}
        name="kind"
        label="Type"
        value={view.kind}
        options={[
          ...auditKinds.map((kind) => [kind, auditKindLabels[kind]] as const),
          [anyKind, 'All events'],
        ]}
        clears={{ action: null }}
        className="@4xl:w-40"
      />
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
      <Days view={view} range={view} labels={['From', 'Until']} />
    </FilterBar>
  )
}
