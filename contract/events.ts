import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * A stream of server-sent events, one for each page: which of the page's reads no longer say how things are. Every event is a
 * `Stale`, named `stale`. One connection of the six that a browser has for HTTP/1.1: pages of one browser can share it.
 * An EventSource that connects again says so by itself, and is told that everything is stale. It ends when the session does, or
 * another person is seen by it: then it is for the page to find out who is signed in.
 */
export const subscribeToInvalidations = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'signed-in',
  inBackground: true,
  summary: 'Tells as server-sent events which reads of this person are stale',
  query: z.strictObject({
    /** For how many milliseconds the page has been reading before it asks: it is told what became stale meanwhile. */
    reading: z
      .string()
      .regex(/^\d{1,9}$/, 'A number')
      .transform(Number)
      .optional(),
  }),
  answers: {},
})

/** A path such as `/api/partner/tasks` stands for every read whose address begins with it, `*` for all that there are. */
export const Invalidation = z.strictObject({ paths: z.array(z.string()).min(1) })
export type Invalidation = z.output<typeof Invalidation>

export const allPaths = '*'

/**
 * The header with which a page says that nobody asked for this request, such as a read that it repeats because it was stale. A
 * session is not kept alive by it: a page that is left open signs its person out in time.
 */
export const backgroundHeader = 'x-in-background'
