import type { FastifyInstance } from 'fastify'
import { isLoopback } from '#server/loopback.ts'
import { AppError } from './app-error.ts'

const hostNameOf = (host: string | undefined) => URL.parse(`http://${host}`)?.hostname

/**
 * Refuses requests for host names other than those of this machine. A page on the internet can make its own name resolve to 127.0.0.1 (DNS
 * rebinding). For the browser, the portal then has that page's origin, and only the host name reveals the attack.
 */
export const rejectForeignHosts = (app: FastifyInstance) => {
  // Nearly all requests have the same host name, so the last accepted one is remembered.
  let lastAccepted: string | undefined
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers.host !== undefined && headers.host === lastAccepted) return done()
    const name = hostNameOf(headers.host)
    if (name === undefined || !isLoopback(name)) {
      const message =
        'This portal only answers on this machine, as localhost or 127.0.0.1. Set BASE_URL to use another name.'
      return done(new AppError('misdirected', message))
    }
    lastAccepted = headers.host
    done()
  })
}
