import { useQuery } from '@tanstack/react-query'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Clock from 'lucide-react/icons/clock'
import FileCheck from 'lucide-react/icons/file-check'
import Users from 'lucide-react/icons/users'
import { useRef } from 'react'
import { readOf } from '#client/lib/query-client.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Card } from '#client/ui/card.tsx'
import { Progress } from '#client/ui/progress.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { type AdminStats, getAdminStats } from '#contract/overview.ts'
import { OnboardingOverview } from './onboarding-overview.tsx'
import { StatCard } from './stat-card.tsx'

/** How the partners stand, in numbers. */
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
  const region = useRef<HTMLDivElement>(null)
  const stats = useQuery(readOf(getAdminStats))

  const handleRetry = () => {
    // The button goes away with the message.
    region.current?.focus()
    stats.refetch()
  }

  return (
    <div
      ref={region}
      tabIndex={-1}
      aria-busy={stats.isPending}
      className="grid grid-cols-1 gap-6 outline-none"
    >
      {!stats.data && stats.isError ? (
        <Alert title="Failed to Load Statistics" onRetry={handleRetry}>
          Unable to load admin statistics. Please try refreshing the page.
        </Alert>
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
            <StatCard icon={Users} label="Total Partners" value={stats.data?.total} />
            <StatCard icon={Clock} label="Pending Reviews" value={stats.data?.pending} />
            <StatCard icon={FileCheck} label="Signed Agreements" value={stats.data?.documentsCompleted} />
            <StatCard icon={BadgeCheck} label="Approved Partners" value={stats.data?.approved} />
          </dl>
          <Card title="System Status">
            <div className="grid gap-5">{stats.data ? <Bars {...stats.data} /> : <BarSkeletons />}</div>
          </Card>
        </>
      )}
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
