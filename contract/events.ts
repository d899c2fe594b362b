import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { wholeNumber } from './query-values.ts'

/**
 * A stream of server-sent events, one for each page: which of the page's reads are out of date. Every event is an `Invalidation`,
 * named `stale`. It takes one of the six connections that a browser has for HTTP/1.1, so the tabs of a browser can share it.
 * An EventSource that reconnects is sent an invalidation of everything. The stream ends with the session, or when staff start or stop
 * viewing as a partner: then the page fetches the session again.
 */
export const subscribeToInvalidations = endpoint('GET', '/api/events', {
  access: 'signed-in',
  inBackground: true,
  summary:
    'Server-sent events that name the reads of this user that are out of date; 429 with too many streams open',
  query: z.strictObject({
    /** How many milliseconds ago the page began to read: invalidations since then are sent first. */
    reading: wholeNumber(0, 999_999_999, 'A whole number').optional(),
  }),
  answers: {},
})

/** A path such as `/api/partner/tasks` means every read whose address begins with it, `*` for all reads. */
export const Invalidation = z.strictObject({ paths: z.array(z.string()).min(1) })
export type Invalidation = z.output<typeof Invalidation>

export const allPaths = '*'

/**
 * The header of requests that the user did not cause, such as a read repeated because it was out of date. They do not extend the
 * session, so that a page left open is signed out in time.
 */
export const backgroundHeader = 'x-in-background'
