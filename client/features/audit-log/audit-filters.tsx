import { Select } from '#client/ui/field.tsx'
import { choiceFilter, type FilterFieldProps, type ShownFilter } from '#client/ui/list-filters.tsx'
import {
  type AuditAction,
  auditActionLabels,
  auditActions,
  auditKindLabels,
  auditKinds,
  auditSubjectLabels,
} from '#contract/audit-actions.ts'
import { isId } from '#contract/ids.ts'
import { PersonFilter } from './person-filter.tsx'

export const anyKind = 'all'

const kinds = choiceFilter({
  label: 'Type',
  options: [...auditKinds.map((kind) => [kind, auditKindLabels[kind]] as const), [anyKind, 'All events']],
  clears: { action: null },
  className: '@4xl:w-40',
})

const idOr = (text: string) => (isId(text) ? text : '')

/** The filters of the audit log. */
export const auditFilters = {
  kind: {
    ...kinds,
    isSent: (kind) => kind !== anyKind,
    isUncounted: true,
    // By default only changes are listed, because the many sign-ins would hide them. With a user, action or item chosen, all kinds are.
    read: (text, readValue) =>
      kinds.read(text, readValue) || (['person', 'action', 'subject'].some(readValue) ? anyKind : 'change'),
  },
  person: { read: idOr, Field: PersonFilter },
  action: {
    read: (text) => auditActions.find((action) => action === text) ?? '',
    Field: ActionFilter,
  },
  subject: { read: idOr, isUncounted: true },
} satisfies Record<string, ShownFilter>

/** The actions, grouped by the subject that they change. */
const actionGroups = Object.entries(auditSubjectLabels).map(([subject, label]) => ({
  label,
  actions: auditActions.filter((action): action is AuditAction => action.startsWith(`${subject}.`)),
}))

function ActionFilter({ view, value }: FilterFieldProps) {
  return (
    <Select
      aria-label="Action"
      value={value}
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
  )
}
