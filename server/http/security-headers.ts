import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const self = "'self'"
const yearSeconds = 31_536_000

const dataHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * Headers of data, which a browser may only read. Constant, because Helmet computes its headers for each answer, which costs a
 * third of a signed-in read (`npm run bench current-user`).
 */
export const addApiHeaders = (app: FastifyInstance, https: boolean) => {
  const headers = https
    ? { ...dataHeaders, 'strict-transport-security': `max-age=${yearSeconds}` }
    : dataHeaders
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}

/**
 * Headers of pages and their files: scripts and styles only from files of this origin. Uploads may go to the origin of `bucket`.
 */
export const addPageHeaders = async (app: FastifyInstance, https: boolean, bucket?: string) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        scriptSrc: [self],
        styleSrc: [self],
        imgSrc: [self, 'data:', 'blob:', 'https:'],
        fontSrc: [self],
        connectSrc: bucket ? [self, bucket] : [self],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: [self],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: yearSeconds, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
}
