import type { FastifyInstance } from 'fastify'
import { isLoopback } from '#server/loopback.ts'
import { AppError } from './app-error.ts'

const hostNameOf = (host: string | undefined) => URL.parse(`http://${host}`)?.hostname

/**
 * Refuses requests for other host names than this machine's own: a page on the internet whose name is made to lead to
 * 127.0.0.1 (DNS rebinding) is of the portal's origin for the browser, and only its host name gives it away.
 */
export const rejectForeignHosts = (app: FastifyInstance) => {
  // Nearly all requests name the same host.
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
