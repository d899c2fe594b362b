import ChevronRight from 'lucide-react/icons/chevron-right'
import Hourglass from 'lucide-react/icons/hourglass'
import { Link } from 'wouter'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { formatDate, formatDateTime } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { AdminOverview } from '#contract/overview.ts'

type Partner = AdminOverview['longestWaiting'][number]

const rowLook = 'flex min-h-16 items-center gap-3 px-4 py-2 sm:px-5'

// As many as there can be.
const skeletons = Array.from({ length: 10 }, (_, row) => row)

/** Those who began first and are not through onboarding, each leading to what is known of them. */
export function LongestWaiting({ partners }: { partners: Partner[] | undefined }) {
  return (
    <Card
      title="Waiting longest"
      description="Partners who began first and have not completed onboarding"
      flush
    >
      {partners?.length === 0 ? (
        <EmptyState icon={Hourglass} line="Nobody is waiting" />
      ) : (
        <ol aria-label="Partners who have waited longest" className="divide-y divide-line">
          {partners
            ? partners.map((partner) => (
                <li key={partner.id}>
                  <Waiting partner={partner} />
                </li>
              ))
            : skeletons.map((row) => (
                <li key={row} className={rowLook}>
                  <Skeleton className="h-8 w-60 max-w-full" />
                </li>
              ))}
        </ol>
      )}
    </Card>
  )
}

function Waiting({ partner }: { partner: Partner }) {
  const { id, fullName, businessName, onboardingStatus, since } = partner
  const { label, tone } = onboardingLabel(onboardingStatus)
  return (
    <Link
      href={`/admin?tab=partners&partner=${id}`}
      className={`${rowLook} hover:bg-sunken/60 focus-visible:-outline-offset-2`}
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
          since{' '}
          <time dateTime={since} title={formatDateTime(since)}>
            {formatDate(since)}
          </time>
        </span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </Link>
  )
}
