import { knownZone } from '#client/domain/time-zones.ts'
import { calendarDay, momentOf } from '#client/lib/local-moment.ts'
import type { ActivationDay } from '#contract/activation-day.ts'

/** A time of the day: when it is, and whether it has passed, goes on, comes next, or is later. */
export interface DayTime {
  label: string
  at: Date
  /** Whether it has no time of its own, only a day. */
  isWholeDay: boolean
  state: 'past' | 'now' | 'next' | 'later'
}

type Times = Pick<ActivationDay, 'activationDate' | 'endsAt' | 'timeZone' | 'setups'>

/**
 * Returns the times of an event in their order. Between the start and the end, the event itself goes on, and what has only a day goes on
 * until that day ends at the place.
 */
export const timesOf = (day: Times, now: number): DayTime[] => {
  const zone = knownZone(day.timeZone)
  const [start, end] = [new Date(day.activationDate), day.endsAt ? new Date(day.endsAt) : null]
  const setups = day.setups.flatMap(({ dueOn, time }) => {
    const at = momentOf(dueOn, time ?? '00:00', zone)
    return at ? [{ label: 'Setup', at, isWholeDay: time === null }] : []
  })
  const times = [
    ...setups,
    { label: 'Start', at: start, isWholeDay: false },
    ...(end ? [{ label: 'End', at: end, isWholeDay: false }] : []),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const next = times.find(({ at }) => at.getTime() > now)
  const today = calendarDay(new Date(now), zone)
  const isRunning = end !== null && start.getTime() <= now && now < end.getTime()
  return times.map((time) => {
    if (time.label === 'Start' && isRunning) return { ...time, state: 'now' }
    if (time.isWholeDay && calendarDay(time.at, zone) === today) return { ...time, state: 'now' }
    if (time === next) return { ...time, state: 'next' }
    return { ...time, state: time.at.getTime() <= now ? 'past' : 'later' }
  })
}
