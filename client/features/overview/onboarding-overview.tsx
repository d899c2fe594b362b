import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { QueryState } from '#client/ui/query-state.tsx'
import { type AdminOverview, getAdminOverview } from '#contract/overview.ts'
import { OnboardingFunnel } from './onboarding-funnel.tsx'
import { OverdueTasks } from './overdue-tasks.tsx'
import { SignaturesChart } from './signatures-chart.tsx'
import { StalledPartners } from './stalled-partners.tsx'

/** Overdue tasks, partners by step, signatures by week, and the partners stalled in onboarding. */
export function OnboardingOverview() {
  const overview = useQuery(readOf(getAdminOverview))
  return (
    <QueryState
      query={overview}
      className="grid grid-cols-1 gap-6"
      failure={{ title: 'Onboarding, signatures and tasks could not be loaded' }}
      loading={<Sections />}
    >
      {(data) => <Sections overview={data} />}
    </QueryState>
  )
}

/** Shows placeholders without data. */
function Sections({ overview }: { overview?: AdminOverview }) {
  return (
    <>
      <OverdueTasks count={overview?.overdueTasks} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <OnboardingFunnel funnel={overview?.funnel} />
        <SignaturesChart weeks={overview?.signaturesByWeek} />
      </div>
      <StalledPartners partners={overview?.longestWaiting} />
    </>
  )
}
