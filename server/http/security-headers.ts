import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const self = "'self'"
const yearSeconds = 31_536_000

// What no page of the portal uses is off, also for what is embedded in it.
const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ')

/** The headers of all answers but pages: a browser may only read them. */
export const dataHeadersOf = (https: boolean): Record<string, string> => ({
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(https && { 'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains` }),
})

/**
 * Adds the headers of data to every answer. Call before any other hook, so that what hooks refuse has them, too. Constant, because
 * Helmet computes its headers for each answer, which costs a third of a signed-in read (`npm run bench current-user`).
 */
export const addDataHeaders = (app: FastifyInstance, headers: Record<string, string>) => {
  // With a callback instead of a promise, since every request passes here.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * Headers of pages and their files: scripts and styles only from files of this origin. Uploads may go to the origin of `bucket`.
 */
export const addPageHeaders = async (app: FastifyInstance, https: boolean, bucket?: string) => {
  const dataHeaders = Object.keys(dataHeadersOf(https))
  app.addHook('onRequest', async (_request, reply) => {
    // They would win over Helmet's, which go to Node's response itself.
    for (const name of dataHeaders) reply.removeHeader(name)
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        scriptSrc: [self],
        styleSrc: [self],
        imgSrc: [self, 'data:', 'blob:'],
        fontSrc: [self],
        connectSrc: bucket ? [self, bucket] : [self],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: [self],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: yearSeconds } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
  })
}
