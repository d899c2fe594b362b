import { useState } from 'react'
import { pageOf } from '#client/lib/query-client.ts'
import { useSearchResults } from '#client/lib/use-search-results.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { matchesWords } from '#client/ui/matches-words.ts'
import { limits } from '#contract/limits.ts'
import { partnerLabel, type RowPartner } from './rows/rows.ts'

type PartnerPickerProps = {
  /** The chosen partner; null while none is chosen. */
  value: RowPartner | null
  onChange: (partner: RowPartner | null) => void
  placeholder?: string
  /** Whether "all partners" is also a choice. */
  offersAll?: boolean
}

const all = { id: '', label: 'All Partners' }

/** A picker for one partner, which searches while the user types. */
export function PartnerPicker({
  value,
  onChange,
  placeholder = 'Search by name or business',
  offersAll = false,
}: PartnerPickerProps) {
  const [search, setSearch] = useState<string | null>(null)
  const { rows: partners, ...found } = useSearchResults(search, (wanted) =>
    pageOf('/api/admin/partners', { query: { search: wanted, limit: '50' } }),
  )
  const first = offersAll && matchesWords(all.label, search ?? '') ? [all] : []
  const options = partners?.map((partner) => ({ id: partner.id, label: partnerLabel(partner) }))

  return (
    <Combobox
      label="Partner"
      placeholder={placeholder}
      emptyText="No matching partners"
      value={value && { id: value.id, label: partnerLabel(value) }}
      onChange={({ id }) => onChange(partners?.find((partner) => partner.id === id) ?? null)}
      search={search}
      onSearch={setSearch}
      found={{ ...found, options: options && [...first, ...options] }}
      maxLength={limits.name}
    />
  )
}
