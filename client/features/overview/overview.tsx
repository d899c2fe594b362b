import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleCheck, Clock, ClockAlert, FileCheck, type LucideIcon, Users } from 'lucide-react'
import { Link } from 'wouter'
import { formatCount } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { Progress } from '#client/ui/progress.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { type AdminStats, getAdminOverview, getAdminStats } from '#contract/overview.ts'
import { OnboardingFunnel } from './onboarding-funnel.tsx'
import { SignaturesChart } from './signatures-chart.tsx'
import { StalledPartners } from './stalled-partners.tsx'

/** The first tab of the admin panel: how many partners there are and how onboarding is going. */
export function Overview() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <QueryState
        query={useQuery(readOf(getAdminStats))}
        className="grid grid-cols-1 gap-6"
        failure={{
          title: 'Failed to Load Statistics',
          text: 'Unable to load admin statistics. Please try refreshing the page.',
        }}
        loading={<CountsSkeleton />}
      >
        {(stats) => <Counts {...stats} />}
      </QueryState>
      <OnboardingOverview />
    </div>
  )
}

const cardsClassName = 'grid grid-cols-2 gap-4 lg:grid-cols-4'

/** How many partners there are, and how far they have come. */
function Counts({ total, pending, approved, documentsCompleted }: AdminStats) {
  return (
    <>
      <dl className={cardsClassName}>
        <StatCard icon={Users} label="Total Partners" value={total} />
        <StatCard icon={Clock} label="Pending Reviews" value={pending} />
        <StatCard icon={FileCheck} label="Signed Agreements" value={documentsCompleted} />
        <StatCard icon={BadgeCheck} label="Approved Partners" value={approved} />
      </dl>
      <Card title="System Status">
        <div className="grid gap-5">
          <Progress label="NDAs Signed" value={documentsCompleted} max={total} />
          <Progress label="Profile Completed" value={total - pending} max={total} />
        </div>
      </Card>
    </>
  )
}

/** As high as the counts. */
function CountsSkeleton() {
  return (
    <>
      <div className={cardsClassName}>
        {['total', 'pending', 'signed', 'approved'].map((card) => (
          <Skeleton key={card} className="h-27" />
        ))}
      </div>
      <Skeleton className="h-41" />
    </>
  )
}

function StatCard({ icon: Icon, label, value }: { icon: LucideIcon; label: string; value: number }) {
  return (
    <div className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <dt className="flex items-center justify-between gap-3 font-medium text-13 text-muted">
        {label}
        <Icon aria-hidden className="size-5 shrink-0 text-accent max-sm:hidden" />
      </dt>
      <dd className="mt-2 font-semibold text-34 tabular-nums leading-10 tracking-heading">
        {value.toLocaleString('en-US')}
      </dd>
    </div>
  )
}

const halvesClassName = 'grid grid-cols-1 gap-6 lg:grid-cols-2'

/** Overdue tasks, partners by step, signatures by week, and the partners stalled in onboarding. */
function OnboardingOverview() {
  return (
    <QueryState
      query={useQuery(readOf(getAdminOverview))}
      className="grid grid-cols-1 gap-6"
      failure={{ title: 'Onboarding, signatures and tasks could not be loaded' }}
      loading={<OverviewSkeleton />}
    >
      {({ overdueTasks, funnel, signaturesByWeek, stalledPartners }) => (
        <>
          <OverdueTasks count={overdueTasks} />
          <div className={halvesClassName}>
            <OnboardingFunnel funnel={funnel} />
            <SignaturesChart weeks={signaturesByWeek} />
          </div>
          <StalledPartners partners={stalledPartners} />
        </>
      )}
    </QueryState>
  )
}

/** As high as the sections. */
function OverviewSkeleton() {
  return (
    <>
      <Skeleton className="h-17" />
      <div className={halvesClassName}>
        <Skeleton className="h-88" />
        <Skeleton className="h-88" />
      </div>
      <Skeleton className="h-180" />
    </>
  )
}

/** The number of overdue tasks, with a link to them. */
function OverdueTasks({ count }: { count: number }) {
  const Icon = count > 0 ? ClockAlert : CircleCheck
  return (
    <section
      aria-label="Overdue tasks"
      className="flex min-h-17 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 sm:px-5"
    >
      <Icon aria-hidden className={count > 0 ? 'size-5 text-caution' : 'size-5 text-positive'} />
      <p className="mr-auto font-medium tabular-nums">
        {count > 0 ? formatCount(count, 'overdue task') : 'No overdue tasks'}
      </p>
      {count > 0 && (
        <Button asChild>
          <Link href="/admin?tab=tasks&due=overdue">Show overdue tasks</Link>
        </Button>
      )}
    </section>
  )
}
