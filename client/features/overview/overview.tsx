import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { BadgeCheck, Clock, FileCheck, Users } from 'lucide-react'
import { readOf } from '#client/lib/query-client.ts'
import { Card } from '#client/ui/card.tsx'
import { Progress } from '#client/ui/progress.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { type AdminStats, getAdminStats } from '#contract/overview.ts'
import { OnboardingOverview } from './onboarding-overview.tsx'

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
