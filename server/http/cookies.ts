import type { FastifyReply, FastifyRequest } from 'fastify'

type CookieName = 'session' | 'sign-in' | 'provider'

export interface Cookies {
  read(request: FastifyRequest, name: CookieName): string | undefined
  /** @param lifetime in milliseconds */
  write(reply: FastifyReply, name: CookieName, value: string, lifetime: number): void
  clear(reply: FastifyReply, name: CookieName): void
}

/**
 * The portal's cookies: out of reach of scripts, not sent with other sites' requests, and on https under the
 * `__Host-` prefix, with which no other host of the domain can plant one.
 */
export const createCookies = (baseUrl: string): Cookies => {
  const secure = baseUrl.startsWith('https:')
  const named = (name: CookieName) => (secure ? `__Host-${name}` : name)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    read: (request, name) => request.cookies[named(name)] || undefined,
    write: (reply, name, value, lifetime) => {
      reply.setCookie(named(name), value, { ...options, maxAge: Math.floor(lifetime / 1000) })
    },
    clear: (reply, name) => {
      reply.clearCookie(named(name), options)
    },
  }
}
