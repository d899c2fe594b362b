import { useQuery } from '@tanstack/react-query'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import {
  type AuditAction,
  auditActionLabels,
  auditActions,
  auditSubjectLabels,
  listAuditPeople,
} from '#contract/audit-log.ts'
import type { AuditView } from './audit-view.ts'
import { isBackwards } from './days.ts'

/** The kinds of entries, by the thing that they are about. */
const groups = Object.entries(auditSubjectLabels).map(([thing, label]) => ({
  label,
  actions: auditActions.filter((action): action is AuditAction => action.startsWith(`${thing}.`)),
}))

export function AuditFilters({ view }: { view: AuditView }) {
  const people = useQuery({ ...readOf(listAuditPeople), ...notInEventStream })
  const known = people.data ?? []
  const isKnown = view.person === '' || known.some(({ id }) => id === view.person)
  return (
    <div className="grid grid-cols-1 items-start gap-x-2 gap-y-3 border-line border-b px-4 py-3 sm:grid-cols-2 sm:px-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)]">
      <Field label="Person">
        <Select value={view.person} onChange={({ target }) => view.change({ person: target.value })}>
          <option value="">Everyone</option>
          {!isKnown && <option value={view.person}>{people.data ? 'Somebody else' : 'Loading...'}</option>}
          {known.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {name === email ? name : `${name} (${email})`}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Kind">
        <Select value={view.action} onChange={({ target }) => view.change({ action: target.value })}>
          <option value="">Everything</option>
          {groups.map(({ label, actions }) => (
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
      <Field label="Until" error={isBackwards(view) ? 'Before the first day' : undefined}>
        <Day view={view} name="until" />
      </Field>
    </div>
  )
}

/** Each key of a date that is typed is a change: Back is not to go through them one by one. */
function Day({ view, name }: { view: AuditView; name: 'from' | 'until' }) {
  return (
    <TextInput
      type="date"
      value={view[name]}
      onChange={({ target }) => view.change({ [name]: target.value }, { replace: true })}
    />
  )
}
