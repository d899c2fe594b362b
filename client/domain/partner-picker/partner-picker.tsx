import { useState } from 'react'
import { Combobox } from '#client/ui/combobox.tsx'
import { matchesWords } from '#client/ui/matches-words.ts'
import { limits } from '#contract/fields.ts'
import type { RowPartner } from '../rows/rows.ts'
import { partnerLabel } from './partner-label.ts'
import { usePartnersFound } from './queries.ts'

type PartnerPickerProps = {
  /** Null while none is chosen. */
  value: RowPartner | null
  onChange: (partner: RowPartner | null) => void
  placeholder?: string
  /** Whether nobody in particular can be chosen, too. */
  offersAll?: boolean
}

const all = { id: '', label: 'All Partners' }

/** One of the partners, however many there are: they are searched as one types. */
export function PartnerPicker({
  value,
  onChange,
  placeholder = 'Search by name or business',
  offersAll = false,
}: PartnerPickerProps) {
  const [search, setSearch] = useState<string | null>(null)
  const { partners, ...found } = usePartnersFound(search)
  const first = offersAll && matchesWords(all.label, search ?? '') ? [all] : []
  const options = partners?.map((partner) => ({ id: partner.id, label: partnerLabel(partner) }))

  return (
    <Combobox
      label="Partner"
      placeholder={placeholder}
      emptyText="No partner of that name"
      value={value && { id: value.id, label: partnerLabel(value) }}
      onChange={({ id }) => onChange(partners?.find((partner) => partner.id === id) ?? null)}
      search={search}
      onSearch={setSearch}
      found={{ ...found, options: options && [...first, ...options] }}
      maxLength={limits.name}
    />
  )
}
