import type { ReactNode } from 'react'
import { Ago } from '#client/domain/day.tsx'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import type { PartnerSummary } from '#contract/partners/record.ts'

type RecordHeadProps = {
  partner: AdminPartner
  /** Undefined while it loads. */
  summary: PartnerSummary | undefined
  /** Buttons. */
  actions: ReactNode
}

// The time is stored to the minute.
const nowMs = 120_000

/** How far a partner is, when they were last seen and reminded, and what can be done. */
export function RecordHead({ partner, summary, actions }: RecordHeadProps) {
  const now = useNow()
  const { label, tone } = onboardingLabel(partner.onboardingStatus)
  const { partnerGroup, disabledAt } = partner.user
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1.5 text-13 text-muted">
        <Badge tone={tone}>{label}</Badge>
        {disabledAt && <Badge tone="danger">Disabled</Badge>}
        {partnerGroup && <span className="wrap-anywhere">Group: {partnerGroup}</span>}
        {summary ? (
          <>
            <span>{lastSeen(summary.lastSeenAt, now)}</span>
            {summary.remindedAt && (
              <span>
                Last reminder <Ago at={summary.remindedAt} now={now} />
              </span>
            )}
          </>
        ) : (
          <Skeleton className="h-3.5 w-32" />
        )}
      </div>
      <div className="grid grid-cols-2 gap-2 max-sm:*:last:odd:col-span-2 sm:flex sm:flex-wrap">
        {actions}
      </div>
    </div>
  )
}

const lastSeen = (at: string | null, now: number) => {
  if (!at) return 'Not signed in yet'
  if (now - Date.parse(at) < nowMs) return 'In the portal now'
  return (
    <>
      Last seen <Ago at={at} now={now} />
    </>
  )
}
