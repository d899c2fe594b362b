import { Link } from 'wouter'
import { agreementsAddress } from '#client/domain/agreements/agreements-address.ts'
import { formatCount } from '#client/lib/format.ts'
import { Card } from '#client/ui/card.tsx'
import { ProgressBar } from '#client/ui/progress.tsx'
import { countedDocuments } from '#contract/documents/document-filters.ts'
import type { AdminOverview, AdminStats } from '#contract/overview.ts'

type SystemStatusProps = {
  stats: AdminStats
  /** The overview; undefined if it could not be loaded. */
  overview: AdminOverview | undefined
}

/** Onboarding as a funnel: what share of the partners has taken each step, how long it took, and who is next to take it. */
export function SystemStatus({ stats, overview }: SystemStatusProps) {
  return (
    <Card title="System Status" description="Partners by step" flush>
      <ol aria-label="Onboarding steps" className="divide-y divide-line">
        {stepsOf(stats, overview).map((step) => (
          <li key={step.label}>
            <Step {...step} />
          </li>
        ))}
      </ol>
      <p className="border-line border-t px-4 py-3 text-13 text-muted sm:px-5">
        Median times for partners who joined in the last 12 months.
      </p>
    </Card>
  )
}

type StepTime = AdminOverview['stepTimes'][keyof AdminOverview['stepTimes']]
type StepProps = {
  label: string
  value: number
  max: number
  /** The start and the end of the measured time, in words. */
  measured: string
  time: StepTime | undefined
  waiting: { text: string | undefined; href: string }
}

const stepsOf = ({ total, pending, approved, documentsCompleted }: AdminStats, overview?: AdminOverview) => {
  const waiting = overview?.waiting
  const times = overview?.stepTimes
  const toSign = (count: number | undefined, what: string) =>
    count === undefined ? undefined : `${formatCount(count, 'partner')} to sign ${what}`
  return [
    {
      label: 'Profile Created',
      value: total,
      max: total + (waiting?.profile ?? 0),
      measured: 'from the invitation to the profile',
      time: times?.created,
      waiting: {
        text: waiting && `${formatCount(waiting.profile, 'invited user')} without a profile`,
        href: '/admin?tab=users&role=user&profile=invited',
      },
    },
    {
      label: 'Profile Completed',
      value: total - pending,
      max: total,
      measured: 'from the profile to its confirmation by the partner',
      time: times?.confirmed,
      // The card with the counts already shows how many there are.
      waiting: { text: 'Partners to confirm their profile', href: '/admin?tab=partners&status=profile' },
    },
    {
      label: 'NDAs Signed',
      value: documentsCompleted,
      max: total,
      measured: 'from the confirmation to the signature',
      time: times?.nda,
      waiting: {
        text: toSign(waiting?.nda, 'the NDA'),
        href: agreementsAddress(countedDocuments.ndaNext),
      },
    },
    {
      label: 'Onboarding Completed',
      value: approved,
      max: total,
      measured: 'from the signed NDA to the end of onboarding',
      time: times?.completed,
      waiting: {
        text: toSign(waiting?.venue_partnership_agreement, 'the partnership agreement'),
        href: agreementsAddress(countedDocuments.contractNext),
      },
    },
  ] satisfies StepProps[]
}

function Step({ label, value, max, measured, time, waiting }: StepProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1.5 px-4 py-3 sm:px-5">
      <span aria-hidden className="font-medium">
        {label}
      </span>
      <span aria-hidden title={`${value} of ${max}`} className="justify-self-end font-semibold tabular-nums">
        {percent(max > 0 ? value / max : 0)}
      </span>
      <span className="col-span-2">
        <ProgressBar label={label} value={value} max={max} valueText={`${value} of ${max}`} />
      </span>
      <span className="min-h-5 text-13">
        {waiting.text && (
          <Link href={waiting.href} className="text-link touch:inline-block touch:py-2.5">
            {waiting.text}
          </Link>
        )}
      </span>
      <span className="justify-self-end text-13 text-muted" title={time && timeTitle(time, measured)}>
        {time && (time.medianDays === null ? 'No data yet' : `Median ${formatDays(time.medianDays)}`)}
      </span>
    </div>
  )
}

const timeTitle = ({ medianDays, partners }: StepTime, measured: string) =>
  medianDays === null
    ? `No one went ${measured} in that time`
    : `${formatCount(partners, 'partner')}, ${measured}`

/** Formats a median such as "3 days". */
export const formatDays = (days: number): string =>
  days < 1 ? 'under a day' : formatCount(Math.round(days), 'day')

/** Formats a share such as "34%"; only a share of 0 is shown as 0%, and only a share of 1 as 100%. */
export const percent = (share: number): string => {
  if (share > 0 && share < 0.01) return 'under 1%'
  if (share > 0.99 && share < 1) return 'over 99%'
  return `${Math.round(share * 100)}%`
}
