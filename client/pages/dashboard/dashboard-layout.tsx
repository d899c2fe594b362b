import type { ReactNode } from 'react'
import { useLater } from '#client/lib/use-later.ts'
import { AfterFirstPaint } from '#client/ui/after-first-paint.tsx'
import { type ShownQuery, useIsFirstRead } from '#client/ui/query-state.tsx'

type Section = (isHeld: boolean) => ReactNode

type DashboardLayoutProps = {
  /** The reads that the sections wait for, so that all sections appear together and nothing moves. */
  reads: readonly ShownQuery<unknown>[]
  /** The part at the top, which the server renders: the next steps and the announcements. */
  first: Section
  tasks: Section
  agreements: Section
  activations: Section
  /** Further cards next to each other. */
  more?: Section
  calendar: ReactNode
}

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
  const isHeld = useIsFirstRead(reads)
  // The second part appears one commit later, so that it is not laid out together with the first part.
  const isSecondHeld = useLater(isHeld)
  return (
    <>
      {/* The key remounts each part when everything has been read, so that all content appears at once. `inert` blocks focus before. */}
      <div key={`first ${isHeld}`} inert={isHeld} className="grid min-w-0 grid-cols-1 gap-6 empty:hidden">
        {first(isHeld)}
      </div>
      <AfterFirstPaint>
        <div key={String(isHeld)} inert={isHeld} className="grid min-w-0 grid-cols-1">
          {tasks(isHeld)}
        </div>
      </AfterFirstPaint>
      <AfterFirstPaint isSecond>
        <div
          key={`${isHeld} ${isSecondHeld}`}
          inert={isSecondHeld}
          className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2"
        >
          {agreements(isSecondHeld)}
          {activations(isSecondHeld)}
          {more?.(isSecondHeld)}
        </div>
        {/* The calendar appears only when everything above it has been read, so that it does not move. */}
        {!isSecondHeld && calendar}
      </AfterFirstPaint>
    </>
  )
}
