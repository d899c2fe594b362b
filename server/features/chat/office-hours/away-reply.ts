// Node 24 has no Temporal.
import 'temporal-polyfill/global'
import { describeMoment, isOpenAt, nextOpening, type OpeningTimes } from '#contract/chat/opening-times.ts'

const thanks = 'Thank you for your message.'
// A team without an opening ahead sends the reply again after a week.
const week = 7 * 24 * 60 * 60 * 1000

/** When a partner can expect an answer: the next opening. Null during office hours, and without an opening ahead. */
export const nextReplyTime = (times: OpeningTimes, now: Date) =>
  isOpenAt(times, now) ? null : nextOpening(times, now)

/**
 * The automatic reply to a partner who writes outside of office hours, and until when it is not repeated, so that it is sent once
 * for each absence. Null when there is nothing to send.
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
