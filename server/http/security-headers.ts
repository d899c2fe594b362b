import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const self = "'self'"
const yearSeconds = 31_536_000

// Features that no page of the portal uses are off, also for embedded documents.
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

/** Returns the headers of all responses except pages: a browser may only read these responses. */
export const dataHeadersOf = (https: boolean): Record<string, string> => ({
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(https && { 'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains` }),
})

/**
 * Adds the headers of data to every response. Call it before any other hook, so that refusals of hooks have them, too. The headers are
 * constant, because computing them as Helmet does takes a third of the time of a signed-in read (`npm run bench current-user`).
 */
export const addDataHeaders = (app: FastifyInstance, headers: Record<string, string>) => {
  // The hook uses a callback instead of a promise, because it runs for every request.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Adds the headers of pages and their files. Scripts and styles only come from this origin; uploads may go to the origin of `bucket`. */
export const addPageHeaders = async (app: FastifyInstance, https: boolean, bucket?: string) => {
  const dataHeaders = Object.keys(dataHeadersOf(https))
  app.addHook('onRequest', async (_request, reply) => {
    // These headers would override Helmet's, which are set on Node's response itself.
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
