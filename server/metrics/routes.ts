import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { notFound, unauthorized } from '#server/http/app-error.ts'

const digest = (text: string) => hash('sha256', text, 'buffer')

/** Whether a header has the token. The comparison takes the same time for every wrong token. */
const hasToken = (authorization: string | undefined, token: string) => {
  const [, given] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

/** Registers `GET /metrics` for Prometheus, with METRICS_TOKEN as the bearer token. Without that setting there is no such route. */
export const registerMetrics = (
  app: FastifyInstance,
  { settings: { metricsToken }, metrics }: Pick<Deps, 'settings' | 'metrics'>,
) => {
  app.get('/metrics', { config: { access: 'anyone' } }, async (request, reply) => {
    if (metricsToken === undefined || !metrics) throw notFound()
    if (!hasToken(request.headers.authorization, metricsToken)) {
      reply.header('www-authenticate', 'Bearer')
      throw unauthorized()
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.print())
  })
}
