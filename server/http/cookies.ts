import type { FastifyReply, FastifyRequest } from 'fastify'

type CookieName = 'session' | 'sign-in' | 'passkey' | 'provider' | 'browser' | 'id-token'

export interface Cookies {
  read(request: FastifyRequest, name: CookieName): string | undefined
  write(reply: FastifyReply, name: CookieName, value: string, maxAgeMs: number): void
  clear(reply: FastifyReply, name: CookieName): void
}

// This cookie is too large to be sent with every request.
const paths: Partial<Record<CookieName, string>> = { 'id-token': '/api/logout' }

/**
 * Creates the reader and writer of the portal's cookies: HttpOnly, SameSite=Lax, and on https with the `__Host-` prefix, so that no other
 * host of the domain can set them. Browsers accept that prefix only for cookies of the whole origin; a cookie with a path has `__Secure-`.
 */
export const createCookies = (baseUrl: string): Cookies => {
  const secure = baseUrl.startsWith('https:')
  const cookieName = (name: CookieName) => {
    if (!secure) return name
    return paths[name] ? `__Secure-${name}` : `__Host-${name}`
  }
  const optionsOf = (name: CookieName) =>
    ({ path: paths[name] ?? '/', httpOnly: true, sameSite: 'lax', secure }) as const
  return {
    read: (request, name) => request.cookies[cookieName(name)] || undefined,
    write: (reply, name, value, maxAgeMs) => {
      reply.setCookie(cookieName(name), value, { ...optionsOf(name), maxAge: Math.floor(maxAgeMs / 1000) })
    },
    clear: (reply, name) => {
      reply.clearCookie(cookieName(name), optionsOf(name))
    },
  }
}
