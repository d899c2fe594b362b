import type { FastifyReply, FastifyRequest } from 'fastify'

type CookieName = 'session' | 'sign-in' | 'passkey' | 'provider' | 'browser'

export interface Cookies {
  read(request: FastifyRequest, name: CookieName): string | undefined
  write(reply: FastifyReply, name: CookieName, value: string, maxAgeMs: number): void
  clear(reply: FastifyReply, name: CookieName): void
}

/**
 * The portal's cookies: HttpOnly, SameSite=Lax, and on https with the `__Host-` prefix, so that no other host of the domain can
 * set them.
 */
export const createCookies = (baseUrl: string): Cookies => {
  const secure = baseUrl.startsWith('https:')
  const cookieName = (name: CookieName) => (secure ? `__Host-${name}` : name)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    read: (request, name) => request.cookies[cookieName(name)] || undefined,
    write: (reply, name, value, maxAgeMs) => {
      reply.setCookie(cookieName(name), value, { ...options, maxAge: Math.floor(maxAgeMs / 1000) })
    },
    clear: (reply, name) => {
      reply.clearCookie(cookieName(name), options)
    },
  }
}
