import { describeMoment, isOpenAt, nextOpening, type OpeningTimes } from '#contract/chat/opening-times.ts'

const thanks = 'Thank you for your message.'
// Of a team without an opening ahead it is said again after a week.
const week = 7 * 24 * 60 * 60 * 1000

/**
 * What a partner is told who writes while nobody is there, and until when it is not said again: once for each time that the
 * team is away. Null when there is nothing to say.
 */
export const awayLine = (times: OpeningTimes, now: Date, saidUntil: Date | null) => {
  if (isOpenAt(times, now) || (saidUntil && now < saidUntil)) return null
  const until = nextOpening(times, now)
  return until
    ? {
        text: `${thanks} The team is back on ${describeMoment(times.timeZone, until)} and will answer then.`,
        until,
      }
    : {
        text: `${thanks} The team is away at the moment and will answer when it is back.`,
        until: new Date(now.getTime() + week),
      }
}
