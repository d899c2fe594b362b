import { type ReactNode, useState } from 'react'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { PartnerPicker } from '../../domain/partner-picker/partner-picker.tsx'
import type { RowPartner } from '../../domain/rows/rows.ts'

type ChosenPartnerProps = {
  partnerId: string | null
  /** Undefined until it is known who it is. */
  partner: AdminPartner | undefined
  isLoading: boolean
  onChoose: (partnerId: string | null) => void
  renderActions: (partner: AdminPartner) => ReactNode
}

/** Which partner is shown, how far their onboarding is, and what can be done with them. */
export function ChosenPartner({
  partnerId,
  partner,
  isLoading,
  onChoose,
  renderActions,
}: ChosenPartnerProps) {
  // The list has told the name already: it stands there while the rest is on its way.
  const [picked, setPicked] = useState<RowPartner | null>(null)
  const shown = partner ?? (picked?.id === partnerId ? picked : null)
  const status = partner && onboardingLabel(partner.onboardingStatus)

  const handleChange = (next: RowPartner | null) => {
    setPicked(next)
    // Chosen again, it is no step of its own.
    if ((next?.id ?? null) !== partnerId) onChoose(next?.id ?? null)
  }

  return (
    <>
      {status && <Badge tone={status.tone}>{status.label}</Badge>}
      <div className="w-96 max-sm:w-full">
        <PartnerPicker
          offersAll
          value={shown}
          placeholder={isLoading ? 'Loading...' : 'Select partner to view...'}
          onChange={handleChange}
        />
      </div>
      {partner && renderActions(partner)}
    </>
  )
}
