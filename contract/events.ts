import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * A stream of server-sent events named `stale`, each an `Invalidation`: the reads of the page that are out of date. It takes one of
 * the six connections that a browser has for HTTP/1.1, so pages of one browser can share it. After a reconnect, all reads are
 * invalidated. It ends when the session ends or its impersonation changes: the page then reads who is signed in.
 */
export const subscribeToInvalidations = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'signed-in',
  inBackground: true,
  summary: 'Tells as server-sent events which reads of this person are stale',
  query: z.strictObject({
    /** For how many milliseconds the page has been reading already: what changed since then is invalidated. */
    reading: z
      .string()
      .regex(/^\d{1,9}$/, 'A number')
      .transform(Number)
      .optional(),
  }),
  answers: {},
})

/** A path such as `/api/partner/tasks` stands for every read whose address begins with it, `*` for all reads. */
export const Invalidation = z.strictObject({ paths: z.array(z.string()).min(1) })
export type Invalidation = z.output<typeof Invalidation>

export const allPaths = '*'

/**
 * The header of requests that a page sends on its own, such as a repeated read. They do not extend the session, so that a page left
 * open is signed out in time.
 */
export const backgroundHeader = 'x-in-background'
