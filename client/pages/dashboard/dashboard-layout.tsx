import { type ReactNode, Suspense } from 'react'
import { SectionSkeleton } from '#client/domain/rows/row-section.tsx'
import { CardSkeleton } from '#client/ui/loading.tsx'
import type { ShownQuery } from '#client/ui/query-state.tsx'
import { ShownTogether } from '#client/ui/shown-together.tsx'

type DashboardLayoutProps = {
  /** The reads that the sections wait for. */
  reads: readonly ShownQuery<unknown>[]
  /** The part at the top: the next steps and the announcements, or what needs attention. */
  first: ReactNode
  tasks: ReactNode
  agreements: ReactNode
  activations: ReactNode
  /** Further cards next to each other. */
  more?: ReactNode
  calendar: ReactNode
}

const pairClassName = 'grid grid-cols-1 items-start gap-6 lg:grid-cols-2'

/** The one layout of the dashboards of partners and of staff. On a phone it is one column in the same order. */
export function DashboardLayout({
  reads,
  first,
  tasks,
  agreements,
  activations,
  more,
  calendar,
}: DashboardLayoutProps) {
  return (
    <ShownTogether
      reads={reads}
      className="grid min-w-0 grid-cols-1 gap-6"
      skeleton={
        <>
          <CardSkeleton className="h-72" />
          <SectionSkeleton title="Partner Tasks" skeletonRows={3} stacked />
          <div className={pairClassName}>
            <SectionSkeleton title="Signed Agreements" skeletonRows={2} />
            <SectionSkeleton title="Partner Activations" skeletonRows={2} />
          </div>
        </>
      }
    >
      {/* React hydrates the content of each Suspense on its own, so that the page stays responsive. */}
      <Suspense>{first}</Suspense>
      <Suspense>{tasks}</Suspense>
      <div className={pairClassName}>
        <Suspense>{agreements}</Suspense>
        <Suspense>{activations}</Suspense>
        <Suspense>{more}</Suspense>
      </div>
      {calendar}
    </ShownTogether>
  )
}
