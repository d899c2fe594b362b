// Node 24 has no Temporal.
import 'temporal-polyfill/global'
import { describeMoment, isOpenAt, nextOpening, type OpeningTimes } from '#contract/chat/opening-times.ts'

const thanks = 'Thank you for your message.'
// If there are no opening hours ahead, the reply is sent again after a week.
const week = 7 * 24 * 60 * 60 * 1000

/** Returns when a partner can expect a reply: at the next opening. Null during office hours, or without an opening ahead. */
export const nextReplyTime = (times: OpeningTimes, now: Date) =>
  isOpenAt(times, now) ? null : nextOpening(times, now)

/**
 * Returns the automatic reply to a partner who writes outside of office hours, and until when it is not repeated, so that it is sent once
 * for each absence. Returns null when no reply is due.
 */
export const awayReply = (times: OpeningTimes, now: Date, awayUntil: Date | null) => {
  if (isOpenAt(times, now) || (awayUntil && now < awayUntil)) return null
  const until = nextOpening(times, now)
  return until
    ? {
        text: `${thanks} The team is back on ${describeMoment(times.timeZone, until)} and will reply then.`,
        until,
      }
    : {
        text: `${thanks} The team is away right now and will reply when they are back.`,
        until: new Date(now.getTime() + week),
      }
}
