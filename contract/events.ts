import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { wholeNumber } from './query-values.ts'

/**
 * Opens a stream of server-sent events for one page, which reports the page's reads that are out of date. Every event is an
 * `Invalidation` named `stale`. A stream uses one of the six connections that a browser has with HTTP/1.1, so the tabs of a browser can
 * share it. An EventSource that reconnects receives an invalidation of all reads. The stream ends with the session, and when staff start
 * or stop viewing as a partner: the page then fetches the session again.
 */
export const subscribeToInvalidations = endpoint('GET', '/api/events', {
  access: 'signed-in',
  inBackground: true,
  summary:
    "Server-sent events that say which of this user's data is out of date; 429 when too many streams are open",
  query: z.strictObject({
    /** How many milliseconds ago the page began to read. Invalidations since then are sent first. */
    reading: wholeNumber(0, 999_999_999, 'Enter a whole number').optional(),
  }),
  responses: {},
})

/** The reads that are out of date: a path such as `/api/partner/tasks` for every read whose address begins with it, `*` for all reads. */
export const Invalidation = z.strictObject({ paths: z.array(z.string()).min(1) })
export type Invalidation = z.output<typeof Invalidation>

export const allPaths = '*'
