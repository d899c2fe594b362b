import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { chatPath } from '#contract/chat/connection.ts'
import type { Deps } from './deps.ts'
import { registerApiReference } from './features/api-reference/routes.ts'
import { acceptApiTokens } from './features/api-tokens/authenticate.ts'
import { limitBodies, maxBodyTimeoutMs } from './http/body-limits.ts'
import { answerBrokenRequest } from './http/broken-requests.ts'
import { enforceBudgets } from './http/budgets.ts'
import { serveClient } from './http/client-files.ts'
import { handleError } from './http/error-handler.ts'
import { registerHealth } from './http/health.ts'
import { rejectForeignHosts } from './http/host-names.ts'
import { warnOfMissingAddresses } from './http/proxy-addresses.ts'
import { logRequests } from './http/request-log.ts'
import { requireDeclaredAccess } from './http/route.ts'
import { finishRunningCalls } from './http/running-calls.ts'
import { rejectCrossSiteWrites } from './http/same-origin.ts'
import { addDataHeaders, addPageHeaders, dataHeadersOf } from './http/security-headers.ts'
import { acceptSockets, canUpgrade } from './http/sockets.ts'
import { destroyStalledReplies } from './http/stalled-replies.ts'
import { finishConnections } from './http/stopping.ts'
import { registerWellKnown } from './http/well-known.ts'
import { registerDemoMailbox } from './mail/demo-mailbox/routes.ts'
import { mailFolder } from './mail/folder.ts'
import { registerMetrics } from './metrics/routes.ts'
import { registerRoutes } from './registered.ts'

// The largest body has the values of a signed contract, some 40 KB. Files are streamed and have their own limit.
// An audience of the most partners fits, each with its id.
const bodyLimit = 512 * 1024

const noCompiler = () => () => {
  throw new Error('Routes declare their schemas in the contract, not to Fastify')
}

/**
 * Builds the application. It does not listen, and does not close its `deps`. `clientFolder` contains the built client, by default the one
 * in `dist/`; `maxStallMs` is how long a client may read nothing of a response, `maxFinishMs` how long requests under way may take once the
 * application closes.
 */
export const buildApp = async (
  deps: Deps,
  {
    isStopping = () => false,
    clientFolder,
    maxStallMs,
    maxFinishMs,
  }: {
    isStopping?: () => boolean
    clientFolder?: string
    maxStallMs?: number | undefined
    maxFinishMs?: number | undefined
  } = {},
): Promise<FastifyInstance> => {
  const { settings, log, baseUrl } = deps
  const https = baseUrl().startsWith('https:')
  const dataHeaders = dataHeadersOf(https)
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // The hooks in request-log.ts log the requests.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy ?? false,
    bodyLimit,
    // The contract's schemas check requests and responses. Fastify's own compilers would load a hundred modules at each start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // A request that arrives while the server closes still gets its response, because a proxy does not send a POST again.
    return503OnClosing: false,
    http: { shouldUpgradeCallback: canUpgrade(chatPath) },
    // The server's own limit has to allow file uploads; other bodies have less time, see body-limits.ts.
    requestTimeout: maxBodyTimeoutMs,
    // No hook runs for these errors, so the headers are added here.
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply.headers(dataHeaders)),
    clientErrorHandler: answerBrokenRequest(dataHeaders, log),
  })

  app.decorateRequest('signedIn', null)
  app.decorateRequest('accessCheckedAt', 0)
  app.decorateRequest('failure', null)
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(handleError)
  requireDeclaredAccess(app)
  deps.tracing?.observeRequests(app)
  finishRunningCalls(app)
  addDataHeaders(app, dataHeaders)
  logRequests(app)
  deps.metrics?.observeRequests(app)
  warnOfMissingAddresses(app, settings.trustProxy)
  limitBodies(app)
  destroyStalledReplies(app, { maxStallMs })
  finishConnections(app, isStopping, { maxMs: maxFinishMs })
  app.addHook('onRequest', rejectCrossSiteWrites(settings, baseUrl))
  enforceBudgets(app, deps.db, settings.budgets)
  acceptApiTokens(app, deps)
  await app.register(cookie)
  await acceptSockets(app)
  // This hook must come after the one of the WebSockets, which otherwise leaves the connection of a refused socket open.
  if (settings.demo || !settings.baseUrlGiven) rejectForeignHosts(app)

  await app.register(async (api) => {
    registerHealth(api, deps, isStopping)
    registerMetrics(api, deps)
    await registerRoutes(api, deps)
  })
  await app.register(async (pages) => {
    await addPageHeaders(pages, https, deps.store.bucket?.origin)
    registerWellKnown(pages, settings, baseUrl)
    registerApiReference(pages, deps, clientFolder)
    if (settings.demo) registerDemoMailbox(pages, mailFolder(settings))
    await serveClient(pages, deps.cookies, clientFolder)
  })

  return app
}
