import { formatCount } from '#client/lib/format.ts'
import { Field, Select } from '#client/ui/field.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { useViewCounts, useViews } from '../views/views.ts'

type ViewChooserProps = { value: string; onChange: (value: string) => void; error: string | undefined }

/** Chooses a saved view of the table of partners. A stored view that the reader does not see remains available. */
export function ViewChooser({ value, onChange, error }: ViewChooserProps) {
  const views = useViews()
  const counts = useViewCounts()
  return (
    <QueryState
      query={views}
      failure={{ title: 'The views could not be loaded', text: 'What you entered is still here.' }}
    >
      {(all) => (
        <Field
          label="View"
          required
          error={error}
          hint={
            all.length === 0
              ? 'Save a view in the table of partners first.'
              : 'Partners who match later are added within a minute. Nobody is removed.'
          }
        >
          <Select value={value} onChange={({ target }) => onChange(target.value)}>
            <option value="">Choose a view</option>
            {value && all.every(({ id }) => id !== value) && (
              <option value={value}>A deleted view, or a colleague's own</option>
            )}
            {all.map(({ id, name }) => {
              const count = counts?.[id]
              return (
                <option key={id} value={id}>
                  {count === undefined ? name : `${name} (${formatCount(count, 'partner')})`}
                </option>
              )
            })}
          </Select>
        </Field>
      )}
    </QueryState>
  )
}
