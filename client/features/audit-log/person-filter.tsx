import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notInEventStream, pageOf } from '#client/lib/query-client.ts'
import { useSearchResults } from '#client/lib/use-search-results.ts'
import { Combobox, type ComboboxOption } from '#client/ui/combobox.tsx'
import type { FilterFieldProps } from '#client/ui/list-filters.tsx'
import { matchesWords } from '#client/ui/matches-words.ts'
import { limits } from '#contract/limits.ts'

type AuditPerson = { id: string; name: string; email: string }

const everyone: ComboboxOption = { id: '', label: 'Everyone' }

const optionOf = ({ id, name, email }: AuditPerson): ComboboxOption => ({
  id,
  label: name === email ? name : `${name} (${email})`,
})

/** Chooses one of the users in the audit log, searched as the user types. An empty choice means everyone. */
export function PersonFilter({ view, name, value }: FilterFieldProps) {
  const [search, setSearch] = useState<string | null>(null)
  const { rows, ...found } = useSearchResults(search, (wanted) => ({
    ...pageOf('/api/admin/audit-log/people', { query: { search: wanted, limit: '50' } }),
    ...notInEventStream,
  }))
  // The address contains only the id of the user, so their name is read.
  const chosen = useQuery({
    ...pageOf('/api/admin/audit-log/people', { query: { id: value } }),
    ...notInEventStream,
    enabled: value !== '',
  })
  const person = chosen.data?.rows[0]
  const unknown = { id: value, label: chosen.isPending ? 'Loading...' : 'Another person' }
  const first = matchesWords(everyone.label, search ?? '') ? [everyone] : []

  return (
    <div className="@4xl:w-56">
      <Combobox
        label="Person"
        placeholder="Search by name or email"
        emptyText="No matching people"
        value={value === '' ? everyone : person ? optionOf(person) : unknown}
        onChange={({ id }) => view.change({ [name]: id })}
        search={search}
        onSearch={setSearch}
        found={{ ...found, options: rows && [...first, ...rows.map(optionOf)] }}
        maxLength={limits.name}
      />
    </div>
  )
}
