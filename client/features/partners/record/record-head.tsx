import type { ReactNode } from 'react'
import { Ago, LastSeen } from '#client/domain/day.tsx'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import type { PartnerSummary } from '#contract/partners/record.ts'

type RecordHeadProps = {
  partner: AdminPartner
  /** The summary; undefined while it loads. */
  summary: PartnerSummary | undefined
  /** What staff should know about the partner, above the buttons. */
  notice?: ReactNode
  /** The buttons below the summary. */
  actions: ReactNode
}

/** The state of a partner, when they were last here, the team's last contact and reminder, and the actions. */
export function RecordHead({ partner, summary, notice, actions }: RecordHeadProps) {
  const now = useNow()
  const { label, tone } = onboardingLabel(partner.onboardingStatus)
  const { partnerGroup, disabledAt } = partner.user
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1.5 text-13 text-muted">
        <Badge tone={tone}>{label}</Badge>
        {disabledAt && <Badge tone="danger">Disabled</Badge>}
        {partnerGroup && <span className="wrap-anywhere">{`Group: ${partnerGroup}`}</span>}
        {/* On a phone the summary has a row of its own, so that nothing moves when it arrives. */}
        <span className="flex min-h-5 flex-wrap items-center gap-x-3 max-sm:basis-full">
          {summary ? (
            <>
              <span>
                <LastSeen at={summary.lastSeenAt} isPresent={summary.isPresent} now={now} />
              </span>
              <span>
                Last contact {summary.lastContactAt ? <Ago at={summary.lastContactAt} now={now} /> : 'never'}
              </span>
              {summary.remindedAt && (
                <span>
                  Last reminder <Ago at={summary.remindedAt} now={now} />
                </span>
              )}
            </>
          ) : (
            <Skeleton className="h-3.5 w-32" />
          )}
        </span>
      </div>
      {summary?.emailRefusal && (
        <p className="wrap-anywhere text-13 text-danger">{`Emails to this partner don't arrive. Check the address: ${summary.emailRefusal}`}</p>
      )}
      {notice}
      {/* On a phone, three buttons fit beside each other without their icons. */}
      <div className="grid grid-cols-3 gap-2 max-sm:*:px-1 max-sm:*:text-13 sm:flex sm:flex-wrap max-sm:[&_svg]:hidden">
        {actions}
      </div>
    </div>
  )
}
