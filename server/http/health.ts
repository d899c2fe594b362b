import type { FastifyInstance } from 'fastify'
import { isReady } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from './app-error.ts'

/** Liveness and readiness probes. */
export const registerHealth = (app: FastifyInstance, { db, store }: Deps, isStopping: () => boolean) => {
  app.get('/healthz', { config: { access: 'anyone' } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { config: { access: 'anyone' } }, async (request) => {
    if (isStopping()) throw new AppError('unavailable', 'The server is stopping')
    try {
      await isReady(db)
    } catch (err) {
      request.log.warn({ err }, 'not ready')
      throw new AppError('unavailable', 'The database cannot be reached')
    }
    try {
      await store.check()
    } catch (err) {
      request.log.warn({ err }, 'not ready')
      throw new AppError('unavailable', 'The files cannot be reached')
    }
    return { status: 'ok' }
  })
}
