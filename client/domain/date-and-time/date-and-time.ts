import { z } from 'zod'
import { calendarDay, momentOf, timeOfDay } from '#client/lib/local-moment.ts'

/** A moment as a form holds it, in the zone of whoever fills it in. Without a time the usual one is meant. */
export type When = { day: string; time: string }

/** What is meant where no time is given: `HH:MM`, and as people write it. Why these, docs/decisions/0014 says. */
export const usualTimes = {
  task: { time: '17:00', words: '5:00 PM' },
  activation: { time: '12:00', words: '12:00 PM' },
}

export const noMoment: When = { day: '', time: '' }

// A year of which only two digits were typed arrives as 0026.
const isLikely = (day: string) => day === '' || /^(?:19|2[01])\d\d-/.test(day)

/** @param missing said where no day is given */
export const whenFields = (missing: string) => ({
  day: z.string().min(1, missing).refine(isLikely, 'Enter a date'),
  time: z.string(),
})

/** @param usualTime which needs not be said, `HH:MM` */
export const whenOf = (iso: string, usualTime: string): When => {
  const moment = new Date(iso)
  const time = timeOfDay(moment)
  return { day: calendarDay(moment), time: time === usualTime ? '' : time }
}

/**
 * As the server takes it.
 * @param former the moment that the form began with: as long as it says the same, not even its seconds change
 */
export const sentMoment = ({ day, time }: When, usualTime: string, former?: string): string => {
  if (former) {
    const shown = whenOf(former, usualTime)
    if (shown.day === day && shown.time === time) return former
  }
  return (momentOf(day, time || usualTime) ?? new Date(Number.NaN)).toISOString()
}
