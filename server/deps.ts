import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from '#server/bus/bus.ts'
import type { Database } from '#server/db/client.ts'
import type { Sealer } from '#server/features/documents/sealing/sealer.ts'
import type { CodeCost } from '#server/features/sign-in/codes.ts'
import type { Cookies } from '#server/http/cookies.ts'
import type { Exports } from '#server/http/exports.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { Settings } from '#server/settings.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import type { Tracing } from '#server/tracing/tracing.ts'

/** The dependencies of the features: created once at start and passed to each feature as it registers. */
export interface Deps {
  settings: Settings
  /** The portal's own address without a trailing slash, for links in emails and for redirects. */
  baseUrl: () => string
  db: Database
  exports: Exports
  bus: Bus
  jobs: Jobs
  store: ObjectStore
  cookies: Cookies
  sessions: Sessions
  /** The cost of hashing a code that signs in or confirms an action. */
  codeCost: CodeCost
  /** Draws the recap of an event as a PDF, in the process that draws agreements. */
  drawRecap: Sealer['drawRecap']
  log: FastifyBaseLogger
  /** Undefined unless METRICS_TOKEN is set. */
  metrics?: Metrics | undefined
  /** Undefined unless the variables of OpenTelemetry name a collector. */
  tracing?: Tracing | undefined
}
