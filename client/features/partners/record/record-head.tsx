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
  /** Whether the group and the times of the last visit and contact are shown elsewhere. */
  hasFacts?: boolean
}

/** The state of a partner, when they were last here, the team's last contact and reminder, and the actions. */
export function RecordHead({ partner, summary, notice, actions, hasFacts = false }: RecordHeadProps) {
  const { label, tone } = onboardingLabel(partner.onboardingStatus)
  const { partnerGroup, disabledAt } = partner.user
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1.5 text-13 text-muted">
        <Badge tone={tone}>{label}</Badge>
        {disabledAt && <Badge tone="danger">Disabled</Badge>}
        {partnerGroup && !hasFacts && <span className="wrap-anywhere">{`Group: ${partnerGroup}`}</span>}
        {!hasFacts && <Moments summary={summary} />}
      </div>
      {summary?.emailRefusal && (
        <p className="wrap-anywhere text-13 text-danger">{`Emails to this partner don't arrive. Check the address: ${summary.emailRefusal}`}</p>
      )}
      {notice}
      {/* On a phone, the buttons fit beside each other without their icons. */}
      <div className="grid auto-cols-fr grid-flow-col gap-2 max-sm:*:px-1 max-sm:*:text-13 sm:flex sm:flex-wrap max-sm:[&_svg]:hidden">
        {actions}
      </div>
    </div>
  )
}

/** On a phone, the times have a row of their own, so that nothing moves when they arrive. */
function Moments({ summary }: Pick<RecordHeadProps, 'summary'>) {
  const now = useNow()
  return (
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
  )
}
