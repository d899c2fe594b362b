import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Clock from 'lucide-react/icons/clock'
import FileCheck from 'lucide-react/icons/file-check'
import Users from 'lucide-react/icons/users'
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
      <Counts />
      <OnboardingOverview />
    </div>
  )
}

/** How many partners there are, and how far they have come. */
function Counts() {
  const stats = useQuery(readOf(getAdminStats))
  return (
    <QueryState
      query={stats}
      className="grid grid-cols-1 gap-6"
      failure={{
        title: 'Failed to Load Statistics',
        text: 'Unable to load admin statistics. Please try refreshing the page.',
      }}
      loading={<StatCards />}
    >
      {(data) => <StatCards stats={data} />}
    </QueryState>
  )
}

/** Shows placeholders without data. */
function StatCards({ stats }: { stats?: AdminStats }) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <StatCard icon={Users} label="Total Partners" value={stats?.total} />
        <StatCard icon={Clock} label="Pending Reviews" value={stats?.pending} />
        <StatCard icon={FileCheck} label="Signed Agreements" value={stats?.documentsCompleted} />
        <StatCard icon={BadgeCheck} label="Approved Partners" value={stats?.approved} />
      </dl>
      <Card title="System Status">
        <div className="grid gap-5">{stats ? <Bars {...stats} /> : <BarSkeletons />}</div>
      </Card>
    </>
  )
}

type StatCardProps = { icon: LucideIcon; label: string; value: number | undefined }

function StatCard({ icon: Icon, label, value }: StatCardProps) {
  return (
    <div className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <dt className="flex items-center justify-between gap-3 font-medium text-13 text-muted">
        {label}
        <Icon aria-hidden className="size-5 shrink-0 text-accent max-sm:hidden" />
      </dt>
      <dd className="mt-2 flex h-10 items-center font-semibold text-34 tabular-nums tracking-heading">
        {value === undefined ? <Skeleton className="h-8 w-16" /> : value.toLocaleString('en-US')}
      </dd>
    </div>
  )
}

function Bars({ total, pending, documentsCompleted }: AdminStats) {
  return (
    <>
      <Progress label="NDAs Signed" value={documentsCompleted} max={total} />
      <Progress label="Profile Completed" value={total - pending} max={total} />
    </>
  )
}

function BarSkeletons() {
  return ['ndas', 'profiles'].map((bar) => (
    <div key={bar} className="grid gap-1.5">
      <div className="flex h-5 items-center">
        <Skeleton className="h-3 w-28" />
      </div>
      <Skeleton className="h-2 w-full rounded-full" />
    </div>
  ))
}
