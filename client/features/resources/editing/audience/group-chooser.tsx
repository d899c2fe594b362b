import { Alert } from '#client/ui/alert.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { useGroups } from '../../audience/queries.ts'

type GroupChooserProps = { value: string; onChange: (group: string) => void; error: string | undefined }

/** One of the groups that partners are in. A stored one that nobody is in any more stays a choice. */
export function GroupChooser({ value, onChange, error }: GroupChooserProps) {
  const groups = useGroups()
  if (groups.isError && !groups.data) {
    return (
      <Alert title="The groups could not be loaded" onRetry={() => groups.refetch()}>
        What you entered is still here.
      </Alert>
    )
  }
  const known = groups.data?.groups ?? []
  const isKnown = value === '' || known.some(({ name }) => name === value)
  return (
    <Field label="Group" required error={error}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{groups.data ? 'Choose a group' : 'Loading...'}</option>
        {!isKnown && <option value={value}>{groups.data ? `${value} (no partners)` : value}</option>}
        {known.map(({ name, partners }) => (
          <option key={name} value={name}>
            {name} ({partners === 1 ? '1 partner' : `${partners} partners`})
          </option>
        ))}
      </Select>
    </Field>
  )
}
