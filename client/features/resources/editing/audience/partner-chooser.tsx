import { Alert } from '#client/ui/alert.tsx'
import { MultiPicker } from '#client/ui/multi-picker.tsx'
import { usePartnerChoices } from '../../audience/queries.ts'
import { missingPartners } from './audience.ts'

// As many as the server takes.
const mostPartners = 200

type PartnerChooserProps = {
  value: string[]
  onChange: (partnerIds: string[]) => void
  error: string | undefined
}

export function PartnerChooser({ value, onChange, error }: PartnerChooserProps) {
  const partners = usePartnerChoices()
  const missing = new Set(missingPartners(value, partners.data))
  if (partners.isError && !partners.data) {
    return (
      <Alert title="The partners could not be loaded" onRetry={() => partners.refetch()}>
        What you entered is still here.
      </Alert>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <MultiPicker
        label="Partners"
        chosenLabel="Chosen partners"
        placeholder="Search by name or business"
        emptyText="No partner of that name"
        options={partners.data?.map(({ id, businessName, fullName }) => ({
          id,
          label: businessName,
          detail: fullName,
        }))}
        value={value.filter((id) => !missing.has(id))}
        onChange={onChange}
        most={mostPartners}
        fullText={`At most ${mostPartners} partners. Use a group for more.`}
        error={error}
      />
      {missing.size > 0 && (
        <p className="text-13 text-muted">
          {missing.size === 1 ? '1 chosen partner is' : `${missing.size} chosen partners are`} no longer
          there, and will be left out.
        </p>
      )}
    </div>
  )
}
