import type { FastifyInstance } from 'fastify'
import { isReady } from '#server/db/migrate.ts'
import { isDatabaseFull } from '#server/db/outage.ts'
import type { Deps } from '#server/deps.ts'
import { requireFreeSpace } from '#server/storage/free-space.ts'
import { StorageError } from '#server/storage/object-store.ts'
import { AppError } from './app-error.ts'
import { createCheck } from './checks.ts'

// Load balancers wait a few seconds for a response.
const timeoutMs = 1_500

const isFull = (error: unknown) => error instanceof StorageError && error.failure === 'full'

/** Registers the liveness and readiness probes. The readiness probe responds within two seconds, even if a check hangs. */
export const registerHealth = (
  app: FastifyInstance,
  { db, store, settings }: Deps,
  isStopping: () => boolean,
) => {
  const checks: { check: () => Promise<void>; messageOf: (error: unknown) => string }[] = [
    {
      check: createCheck(() => isReady(db), timeoutMs),
      messageOf: (error) =>
        isDatabaseFull(error) ? 'The disk of the database is full' : 'The database cannot be reached',
    },
    {
      check: createCheck(() => store.check(), timeoutMs),
      messageOf: (error) => (isFull(error) ? 'The disk is full' : 'The file storage cannot be reached'),
    },
  ]
  // The embedded database is in DATA_DIR. The files may be on another disk, or in a bucket.
  if (!settings.databaseUrl) {
    checks.push({
      check: createCheck(() => requireFreeSpace(settings.dataDir), timeoutMs),
      messageOf: (error) => (isFull(error) ? 'The disk is full' : 'DATA_DIR cannot be written to'),
    })
  }

  app.get('/healthz', { config: { access: 'anyone' } }, async () => ({ status: 'ok' }))

  // `npm run portal -- check` reads this address. An untrusted proxy hides the client's address, and too much trust lets anyone forge one.
  app.get('/healthz/address', { config: { access: 'anyone' } }, async ({ ip }, reply) =>
    reply.header('cache-control', 'no-store').send({ address: ip }),
  )

  app.get('/readyz', { config: { access: 'anyone' } }, async (request) => {
    if (isStopping()) throw new AppError('unavailable', 'The server is stopping')
    const failures = await Promise.all(
      checks.map(({ check, messageOf }) =>
        check().then(
          () => undefined,
          (err: unknown) => {
            request.log.warn({ err }, 'not ready')
            return messageOf(err)
          },
        ),
      ),
    )
    // A full disk is also why other checks fail, so it is reported first.
    const [failure] = failures.filter((message) => message !== undefined).sort(fullFirst)
    if (failure) throw new AppError('unavailable', failure)
    return { status: 'ok' }
  })
}

const fullFirst = (one: string, other: string) => Number(/full$/.test(other)) - Number(/full$/.test(one))
