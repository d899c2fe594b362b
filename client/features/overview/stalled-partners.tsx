import { ChevronRight, Hourglass } from 'lucide-react'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { formatCount, formatDateTime } from '#client/lib/format.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { AdminOverview } from '#contract/overview.ts'

type Partner = AdminOverview['stalledPartners'][number]

const dayMs = 86_400_000

/** The partners who started earliest and have not finished onboarding, each with a link to the details. */
export function StalledPartners({ partners }: { partners: Partner[] }) {
  const now = useNow()
  return (
    <Card title="Stalled in onboarding" description="Started earliest, not finished" flush>
      {partners.length === 0 ? (
        <EmptyState icon={Hourglass} line="No partners in onboarding" />
      ) : (
        <ol aria-label="Partners stalled in onboarding" className="divide-y divide-line">
          {partners.map((partner) => (
            <li key={partner.id}>
              <StalledPartner partner={partner} now={now} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function StalledPartner({ partner, now }: { partner: Partner; now: number }) {
  const { id, fullName, businessName, onboardingStatus, since } = partner
  const days = Math.floor((now - Date.parse(since)) / dayMs)
  const { label, tone } = onboardingLabel(onboardingStatus)
  return (
    <PartnerLink
      partnerId={id}
      className="flex min-h-16 items-center gap-3 px-4 py-2 hover:bg-sunken/60 focus-visible:-outline-offset-2 sm:px-5"
    >
      <span className="grid min-w-0 grow grid-cols-1 gap-x-4 sm:grid-cols-[minmax(0,1fr)_8rem_11rem] sm:items-center">
        <span className="min-w-0">
          <span className="block truncate font-medium">{fullName}</span>
          <span className="block truncate text-13 text-muted">{businessName}</span>
        </span>
        <span className="max-sm:order-last max-sm:mt-1">
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span className="text-13 text-muted">
          <time dateTime={since} title={formatDateTime(since)}>
            {days < 1 ? 'Since today' : formatCount(days, 'day')}
          </time>
        </span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </PartnerLink>
  )
}
