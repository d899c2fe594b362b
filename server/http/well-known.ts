import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/settings.ts'

const day = 24 * 60 * 60 * 1000
// RFC 9116 recommends less than a year.
const contactDays = 180

// These pages and the files that they need are public; everything else is for signed-in users.
const publicPaths = ['/$', '/sign-in$', '/verify$', '/assets/', '/favicon.svg', '/theme.js']
const robots = ['User-agent: *', ...publicPaths.map((path) => `Allow: ${path}`), 'Disallow: /', ''].join('\n')

/** Registers the files that search engines and security researchers look for. */
export const registerWellKnown = (
  app: FastifyInstance,
  { securityContact }: Pick<Settings, 'securityContact'>,
  baseUrl: () => string,
) => {
  app.get('/robots.txt', { config: { access: 'anyone' } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots),
  )

  app.get('/.well-known/security.txt', { config: { access: 'anyone' } }, async (_request, reply) => {
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(Date.now() + contactDays * day).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${baseUrl()}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
