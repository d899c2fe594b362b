import { useQuery } from '@tanstack/react-query'
import { CircleCheck, ClockAlert } from 'lucide-react'
import { Link } from 'wouter'
import { formatCount } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { getAdminOverview } from '#contract/overview.ts'
import { OnboardingFunnel } from './onboarding-funnel.tsx'
import { SignaturesChart } from './signatures-chart.tsx'
import { StalledPartners } from './stalled-partners.tsx'

const halvesClassName = 'grid grid-cols-1 gap-6 lg:grid-cols-2'

/** Overdue tasks, partners by step, signatures by week, and the partners stalled in onboarding. */
export function OnboardingOverview() {
  return (
    <QueryState
      query={useQuery(readOf(getAdminOverview))}
      className="grid grid-cols-1 gap-6"
      failure={{ title: 'Onboarding, signatures and tasks could not be loaded' }}
      loading={<OverviewSkeleton />}
    >
      {({ overdueTasks, funnel, signaturesByWeek, longestWaiting }) => (
        <>
          <OverdueTasks count={overdueTasks} />
          <div className={halvesClassName}>
            <OnboardingFunnel funnel={funnel} />
            <SignaturesChart weeks={signaturesByWeek} />
          </div>
          <StalledPartners partners={longestWaiting} />
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
          <Link href="/?tasks=overdue">Show overdue tasks</Link>
        </Button>
      )}
    </section>
  )
}
