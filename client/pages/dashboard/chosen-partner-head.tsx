import { PartnerLink } from '#client/domain/partner-link.tsx'
import { usePartnerSummary } from '#client/features/partners/queries.ts'
import { RecordHead } from '#client/features/partners/record/record-head.tsx'
import { PartnerActions } from '#client/pages/opened/partner-actions.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import type { CurrentUser } from '#contract/session/session.ts'

/** The partner that the lists below belong to, with their onboarding status and the actions of staff. */
export function ChosenPartnerHead({ me, partner }: { me: CurrentUser; partner: AdminPartner }) {
  const { data: summary } = usePartnerSummary(partner.id)
  return (
    <section
      aria-label="Chosen partner"
      className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4 sm:px-5"
    >
      <h2 className="wrap-anywhere text-17">
        <PartnerLink partnerId={partner.id}>{partner.businessName}</PartnerLink>{' '}
        <span className="font-normal text-15 text-muted">{partner.fullName}</span>
      </h2>
      <RecordHead
        partner={partner}
        summary={summary}
        actions={<PartnerActions me={me} partner={partner} isOnDashboard />}
      />
    </section>
  )
}
