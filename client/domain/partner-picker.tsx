import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { pagesOf } from '#client/lib/query-client.ts'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { Field } from '#client/ui/field.tsx'
import { matchesWords } from '#client/ui/matches-words.ts'
import { limits } from '#contract/fields.ts'
import { listPartners } from '#contract/partners/partners.ts'
import { partnerLabel } from './partner-label.ts'
import type { RowPartner } from './rows/rows.ts'

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
  const { partners, ...found } = usePartnerSearch(search)
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

// Long enough that a word typed at ease is one search, short enough to feel like none.
const searchDelayMs = 200

/**
 * The partners whose name or business contains what is typed, the first 50 of them, by name.
 * @param search null while no search has begun
 */
const usePartnerSearch = (search: string | null) => {
  const wanted = search?.trim() ?? ''
  const debounced = useDebouncedValue(wanted, searchDelayMs)
  const found = useInfiniteQuery({
    ...pagesOf(listPartners, { query: { search: debounced } }),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  })
  const partners = found.data?.pages.flatMap((page) => page.rows)
  const total = found.data?.pages.at(-1)?.total ?? 0
  return {
    partners,
    more: Math.max(0, total - (partners?.length ?? 0)),
    // The partners found are those for what is typed now.
    isSettled: partners !== undefined && !found.isPlaceholderData && wanted === debounced,
    onRetry: found.isError && !found.isFetching ? () => void found.refetch() : undefined,
  }
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
