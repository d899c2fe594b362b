import { useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { pageOf } from '#client/lib/query-client.ts'
import { useSearchResults } from '#client/lib/use-search-results.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { Field } from '#client/ui/field.tsx'
import { matchesWords } from '#client/ui/matches-words.ts'
import { limits } from '#contract/fields.ts'
import { listPartners } from '#contract/partners/partners.ts'
import { partnerLabel, type RowPartner } from './rows/rows.ts'

type PartnerPickerProps = {
  /** Null while none is chosen. */
  value: RowPartner | null
  onChange: (partner: RowPartner | null) => void
  placeholder?: string
  /** Whether all partners together can be chosen, too. */
  offersAll?: boolean
}

const all = { id: '', label: 'All Partners' }

/** One of the partners, searched as one types. */
export function PartnerPicker({
  value,
  onChange,
  placeholder = 'Search by name or business',
  offersAll = false,
}: PartnerPickerProps) {
  const [search, setSearch] = useState<string | null>(null)
  const { rows: partners, ...found } = useSearchResults(search, (wanted) =>
    pageOf(listPartners, { query: { search: wanted, limit: '50' } }),
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

export type WithPartner = { partner: RowPartner | null }

export const partnerSchema = z
  .custom<RowPartner | null>()
  .refine((partner) => partner !== null, 'Choose a partner')

/** The partner of a task, an activation or a document: a field of the form around it. */
export function PartnerField() {
  const { field, fieldState } = useController<WithPartner, 'partner'>({ name: 'partner' })
  return (
    <Field label="Partner" required error={fieldState.error?.message}>
      <PartnerPicker value={field.value} onChange={field.onChange} />
    </Field>
  )
}

/** In the head of a dialog: the partner that something is created for. */
export function ForPartner({ partner }: { partner: RowPartner }) {
  return (
    <span className="wrap-anywhere line-clamp-2" title={partnerLabel(partner)}>
      For {partnerLabel(partner)}
    </span>
  )
}
