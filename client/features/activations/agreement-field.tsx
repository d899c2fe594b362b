import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { formatDate } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Field, Select } from '#client/ui/field.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import type { ActivationValues } from './activation-form.ts'

// A partner can have several agreements with the same name, also for the same event.
const labelOf = ({ documentName, appendixA, signedAt }: PartnerDocument) =>
  [documentName, appendixA?.eventName, signedAt ? `Signed ${formatDate(signedAt)}` : 'Not signed']
    .filter(Boolean)
    .join(' · ')

/** The agreement of the partner that the activation belongs to. One that was voided can only be kept. */
export function AgreementField({ partnerId }: { partnerId: string }) {
  const { field, fieldState } = useController<ActivationValues, 'agreement'>({ name: 'agreement' })
  const documents = useQuery(readOf('/api/admin/partners/:partnerId/documents', { params: { partnerId } }))
  const chosen = field.value?.partnerId === partnerId ? field.value.id : ''
  return (
    <QueryState
      query={documents}
      // The field keeps its place while the agreements load.
      loading={<AgreementSelect />}
      failure={{ title: 'The agreements could not be loaded', text: 'What you entered is still here.' }}
    >
      {(all) => (
        <AgreementSelect
          value={chosen}
          onChange={(id) => field.onChange(id ? { id, partnerId } : null)}
          documents={all.filter(({ id, voidedAt }) => !voidedAt || id === chosen)}
          error={fieldState.error?.message}
        />
      )}
    </QueryState>
  )
}

type AgreementSelectProps = {
  value?: string
  onChange?: (id: string) => void
  documents?: PartnerDocument[]
  error?: string | undefined
}

const AgreementSelect = ({ value = '', onChange, documents = [], error }: AgreementSelectProps) => (
  <Field label="Agreement" error={error}>
    <Select value={value} disabled={!onChange} onChange={({ target }) => onChange?.(target.value)}>
      <option value="">None</option>
      {documents.map((document) => (
        <option key={document.id} value={document.id}>
          {labelOf(document)}
        </option>
      ))}
    </Select>
  </Field>
)
