import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { readOf } from '#client/lib/query-client.ts'
import { Alert } from '#client/ui/alert.tsx'
import { getAdminOverview } from '#contract/overview.ts'
import { LongestWaiting } from './longest-waiting.tsx'
import { OnboardingFunnel } from './onboarding-funnel.tsx'
import { OverdueTasks } from './overdue-tasks.tsx'
import { SignaturesChart } from './signatures-chart.tsx'

/** What one asks next: where partners are stuck, how signing goes, what is late. */
export function OnboardingOverview() {
  const place = useRef<HTMLDivElement>(null)
  const overview = useQuery(readOf(getAdminOverview))
  const { data } = overview

  const handleRetry = () => {
    // The button goes away with the message.
    place.current?.focus()
    overview.refetch()
  }

  return (
    <div
      ref={place}
      tabIndex={-1}
      aria-busy={overview.isPending}
      className="grid grid-cols-1 gap-6 outline-none"
    >
      {!data && overview.isError ? (
        <Alert title="Onboarding, signatures and tasks could not be loaded" onRetry={handleRetry}>
          Check your connection and try again.
        </Alert>
      ) : (
        <>
          <OverdueTasks count={data?.overdueTasks} />
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
            <OnboardingFunnel funnel={data?.funnel} />
            <SignaturesChart weeks={data?.signaturesByWeek} />
          </div>
          <LongestWaiting partners={data?.longestWaiting} />
        </>
      )}
    </div>
  )
}
