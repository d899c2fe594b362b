import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleCheck, Clock, ClockAlert, FileCheck, type LucideIcon, Users } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { agreementsAddress } from '#client/domain/agreements/agreements-address.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { CardSkeleton, Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { countedDocuments } from '#contract/documents/document-filters.ts'
import type { AdminStats } from '#contract/overview.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { StalledPartners } from './stalled-partners.tsx'
import { SystemStatus } from './system-status.tsx'
import { WeeksChart } from './weeks-chart.tsx'

const PeriodReport = lazyPart(() => import('./report/report.tsx'))

/** The first tab of the admin panel: how things are now, or the report of a period that the address names. */
export function Overview({ user }: { user: CurrentUser }) {
  const view = useAddressView()
  const isReport = Boolean(view.get('period') || view.get('from'))
  return (
    <div className="grid grid-cols-1 gap-4 lg:gap-6">
      <FilterLinks
        label="View"
        choices={[
          { label: 'Now', href: '/admin', isChosen: !isReport },
          { label: 'Report', href: '/admin?tab=overview&period=this-month', isChosen: isReport },
        ]}
      />
      {isReport ? (
        <Suspense fallback={<CardSkeleton className="h-240" />}>
          <PeriodReport />
        </Suspense>
      ) : (
        <OverviewNow user={user} />
      )}
    </div>
  )
}

/** How many partners there are, how onboarding is going, and what happened by week. */
function OverviewNow({ user }: { user: CurrentUser }) {
  const stats = useQuery(readOf('/api/admin/stats'))
  const overview = useQuery(readOf('/api/admin/overview'))
  const cardHeightClassName = 'h-112'
  return (
    <>
      <QueryState
        query={stats}
        failure={{
          title: 'Failed to Load Statistics',
          text: 'Unable to load admin statistics. Please try refreshing the page.',
        }}
        loading={<Counts />}
      >
        {(counts) => <Counts stats={counts} />}
      </QueryState>
      {!overview.isLoadingError && <OverdueTasks count={overview.data?.overdueTasks} />}
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2 lg:gap-6">
        {/* The card waits for the second read, whose lines make its rows taller. */}
        {stats.data && !overview.isPending ? (
          <SystemStatus stats={stats.data} overview={overview.data} />
        ) : (
          !stats.isError && <CardSkeleton className={cardHeightClassName} />
        )}
        <QueryState
          query={overview}
          failure={{ title: 'Onboarding, signatures and tasks could not be loaded' }}
          loading={<CardSkeleton className={cardHeightClassName} />}
        >
          {({ weeks }) => <WeeksChart weeks={weeks} isAdmin={user.role === 'admin'} />}
        </QueryState>
      </div>
      <StalledPartners />
    </>
  )
}

type Count = {
  name: keyof AdminStats
  label: string
  /** Describes which partners are counted. */
  what: string
  icon: LucideIcon
  href: string
}

const counts: Count[] = [
  {
    name: 'total',
    label: 'Total Partners',
    what: 'with a profile',
    icon: Users,
    href: '/admin?tab=partners',
  },
  {
    name: 'pending',
    label: 'Pending Reviews',
    what: 'to confirm their profile',
    icon: Clock,
    href: '/admin?tab=partners&status=profile',
  },
  {
    name: 'documentsCompleted',
    label: 'Signed Agreements',
    what: 'with a signed NDA',
    icon: FileCheck,
    href: agreementsAddress(countedDocuments.ndaSigned),
  },
  {
    name: 'approved',
    label: 'Approved Partners',
    what: 'done with onboarding',
    icon: BadgeCheck,
    href: '/admin?tab=partners&status=completed',
  },
]

/** How many partners there are and how far they are. Each number says what it counts, and links to the list of those partners. */
function Counts({ stats }: { stats?: AdminStats }) {
  // The heights leave room for two lines of text where the cards are narrow.
  const cardClassName = 'h-32 sm:h-29 xl:max-[88rem]:h-34'
  const className = 'grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4'
  if (!stats) {
    return (
      <div className={className}>
        {counts.map(({ name }) => (
          <CardSkeleton key={name} className={cardClassName} />
        ))}
      </div>
    )
  }
  return (
    <dl className={className}>
      {counts.map(({ name, label, what, icon: Icon, href }) => (
        <div
          key={name}
          className={`relative ${cardClassName} rounded-card border border-line bg-surface p-3 hover:bg-sunken/60 sm:p-4`}
        >
          <dt className="flex items-center justify-between gap-3 font-medium text-13 text-muted">
            {label}
            <Icon aria-hidden className="size-5 shrink-0 text-accent max-sm:hidden" />
          </dt>
          <dd className="mt-1 font-semibold text-34 tabular-nums leading-10 tracking-heading">
            <Link
              href={href}
              aria-label={`${formatCount(stats[name], 'partner')} ${what}`}
              className="after:absolute after:inset-0 after:rounded-card"
            >
              {formatNumber(stats[name])}
            </Link>
          </dd>
          <dd className="text-12 text-muted sm:text-13">
            {`${stats[name] === 1 ? 'partner' : 'partners'} ${what}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The number of overdue tasks, with a link to them. */
function OverdueTasks({ count }: { count: number | undefined }) {
  if (count === undefined) return <Skeleton className="h-15 rounded-card" />
  const Icon = count > 0 ? ClockAlert : CircleCheck
  return (
    <section
      aria-label="Overdue tasks"
      className="flex h-15 items-center gap-x-3 rounded-card border border-line bg-surface px-4 sm:px-5"
    >
      <Icon aria-hidden className={count > 0 ? 'size-5 text-caution' : 'size-5 text-positive'} />
      <p className="mr-auto font-medium tabular-nums">
        {count > 0 ? formatCount(count, 'overdue task') : 'No overdue tasks'}
      </p>
      {count > 0 && (
        <Button asChild>
          <Link href="/admin?tab=tasks&due=overdue">
            <span>
              Show<span className="max-sm:sr-only"> overdue tasks</span>
            </span>
          </Link>
        </Button>
      )}
    </section>
  )
}
