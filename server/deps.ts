import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from '#server/bus/bus.ts'
import type { Database } from '#server/db/client.ts'
import type { Cookies } from '#server/http/cookies.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { Settings } from '#server/settings.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'

/** What features stand on. Made once at start, handed to each feature as it registers. */
export interface Deps {
  settings: Settings
  /** Where the portal is reached, without a slash at the end: links in mail and redirects begin with it. */
  baseUrl: () => string
  db: Database
  bus: Bus
  jobs: Jobs
  store: ObjectStore
  cookies: Cookies
  sessions: Sessions
  log: FastifyBaseLogger
}
