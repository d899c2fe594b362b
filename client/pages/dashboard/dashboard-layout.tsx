import type { ReactNode } from 'react'
import { useLater } from '#client/lib/use-later.ts'
import { AfterFirstPaint } from '#client/ui/after-first-paint.tsx'
import { type ShownQuery, useIsFirstRead } from '#client/ui/query-state.tsx'

type Section = (isHeld: boolean) => ReactNode

type DashboardLayoutProps = {
  /** The reads that the sections wait for, so that all of them arrive at once and nothing moves. */
  reads: readonly ShownQuery<unknown>[]
  /** The part at the top, which the server renders: what to do next, and what is announced. */
  first: Section
  tasks: Section
  agreements: Section
  activations: Section
  /** Further cards, side by side. */
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
  // Below the first part: it is not laid out together with that.
  const isSecondHeld = useLater(isHeld)
  return (
    <>
      {/* Each part is a new one when everything has been read, so that all of it arrives at once. Until then nothing in it takes a focus that would be lost. */}
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
        {/* Below all that is still on its way, so that it moves nothing. */}
        {!isSecondHeld && calendar}
      </AfterFirstPaint>
    </>
  )
}
