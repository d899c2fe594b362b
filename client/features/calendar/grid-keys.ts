import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { addDays } from '#contract/calendar-days.ts'
import type { ViewLink } from './calendar-view.ts'
import { monthOf, shiftByMonths } from './months.ts'

const steps: Record<string, (day: string, weekday: number) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day, weekday) => addDays(day, -weekday),
  End: (day, weekday) => addDays(day, 6 - weekday),
  PageUp: (day) => shiftByMonths(day, -1),
  PageDown: (day) => shiftByMonths(day, 1),
}

type GridKeys = {
  month: string
  weeks: string[][]
  linkTo: (shown: string) => ViewLink
}

/** Lets the arrow keys move from day to day, also into the months before and after. */
export const useGridKeys = ({ month, weeks, linkTo }: GridKeys) => {
  const gridRef = useRef<HTMLTableElement>(null)
  // The day that gets the focus once its month is shown.
  const next = useRef<string | null>(null)
  const [, navigate] = useLocation()

  const focusDay = (day: string) =>
    gridRef.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()

  // biome-ignore lint/correctness/useExhaustiveDependencies: for a month that the keys have led to
  useEffect(() => {
    if (next.current) focusDay(next.current)
    next.current = null
  }, [month])

  const handleKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const day = event.target instanceof HTMLElement ? event.target.dataset.day : undefined
    const step = steps[event.key]
    if (!day || !step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // In a record, the arrow keys would otherwise also open another partner.
    event.stopPropagation()
    const to = step(day, weeks.find((week) => week.includes(day))?.indexOf(day) ?? 0)
    if (monthOf(to) === month) return focusDay(to)
    next.current = to
    navigate(linkTo(monthOf(to)).href, { replace: true, state: history.state })
  }
  return { gridRef, handleKeyDown }
}
