import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import type { Role } from '#contract/users/roles.ts'
import { buildApp } from '#server/app.ts'
import { createBus } from '#server/bus/bus.ts'
import { openDatabase } from '#server/db/client.ts'
import type { SessionData } from '#server/db/schema/users.ts'
import type { Deps } from '#server/deps.ts'
import { sessionHooks } from '#server/features/account/session-hooks.ts'
import type { CodeCost } from '#server/features/sign-in/codes.ts'
import { startWebhookSender } from '#server/features/webhooks/sending/sender.ts'
import { builtClient } from '#server/http/client-files.ts'
import { createCookies } from '#server/http/cookies.ts'
import { openExports } from '#server/http/exports.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { startWorkers } from '#server/jobs/workers.ts'
import { createMailer } from '#server/mail/create-mailer.ts'
import { openMetrics } from '#server/metrics/open-metrics.ts'
import { createSession } from '#server/sessions/data.ts'
import { createSessions, newToken, sha256 } from '#server/sessions/sessions.ts'
import { readSettings } from '#server/settings.ts'
import { createStore } from '#server/storage/create-store.ts'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { type Browser, openBrowser } from './browser.ts'
import { writeClientFolder } from './client-folder.ts'
import { openLog, type TestLog } from './log.ts'
import { createTestSealer } from './seals.ts'
import { undocumentedResponses } from './undocumented-responses.ts'

export interface TestApp {
  app: FastifyInstance
  deps: Deps
  db: Deps['db']
  log: TestLog
  /** Opens a browser that is not signed in, by default at a network address of its own. */
  visit(address?: string): Browser
  /** Opens a browser in which this user is signed in. The session row is the one that a real sign-in writes. */
  signIn(user: { id: string; role: Role }, method?: SessionData['method']): Promise<Browser>
  /** Stops the server and drops its database. Fails when the log has errors that no test expected, or a status that OpenAPI omits. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface Options {
  /** Settings in addition to the test's own, named as environment variables. */
  settings?: Record<string, string>
  /** Whether the server runs jobs, emails included. Otherwise jobs are only queued. */
  runsJobs?: boolean
  /** Opens another connection to the database at this address, such as one that a test can cut. */
  connectThrough?: (databaseUrl: string) => Promise<string>
  /** The server whose database to use, as another process does. Close the new server first. */
  databaseOf?: Pick<TestApp, 'deps'>
  /** How long PostgreSQL may work on a statement. */
  statementTimeoutMs?: number
  /** Whether the server is stopping, which it is from the signal until it has stopped. */
  isStopping?: boolean
  /** How long an export waits for its turn, and how long a client may read nothing of a response. */
  maxExportWaitMs?: number | undefined
  maxStallMs?: number | undefined
  /** Whether to serve a minimal client as well, or the client that the last build left. */
  withClient?: boolean | 'built'
}

// A run hashes and checks codes a few hundred times, each for 200 ms of a core at the portal's own cost.
const quickCodes: CodeCost = { N: 2 ** 4, r: 8, p: 1 }

/** Raises the connection timeout, which a busy machine exceeds; only tests of outages need the default. */
const patient = (databaseUrl: string) =>
  databaseUrl.includes('connect_timeout')
    ? databaseUrl
    : `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}connect_timeout=60`

/** Starts a whole server without a port, by default on a database of its own that is copied from the template. */
export const createTestApp = async (options: Options = {}): Promise<TestApp> => {
  const postgresUrl = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const databaseUrl =
    options.databaseOf?.deps.settings.databaseUrl ??
    (await createDatabase(postgresUrl, name, inject('templateDatabase')))
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-test-'))
  const log = openLog()
  const settings = readSettings({
    DATABASE_URL: (await options.connectThrough?.(databaseUrl)) ?? patient(databaseUrl),
    DATA_DIR: dataDir,
    ...options.settings,
  })

  const connection = { connectionString: settings.databaseUrl }
  const warn = (err: Error) => log.logger.warn({ err }, 'a database connection broke')
  const { statementTimeoutMs } = options
  const db = openDatabase(connection, warn, statementTimeoutMs ? { statementTimeoutMs } : {})
  const exports = openExports(connection, warn, { maxWaitMs: options.maxExportWaitMs })
  const metrics = await openMetrics(settings)
  metrics?.observeDatabase({ db, exports }, log.logger)
  const openedMailer = createMailer(settings)
  const mailer = metrics?.observeMailer(openedMailer) ?? openedMailer
  const jobs = await startJobs(connection, log.logger, options.runsJobs ? undefined : db)
  const openedStore = await createStore(settings)
  const store = metrics?.observeStore(openedStore) ?? openedStore
  const cookies = createCookies(settings.baseUrl)
  const sessions = createSessions(db, cookies, log.logger, sessionHooks(jobs), settings.passkeys)
  const bus = createBus(connection, log.logger)
  const sealer = createTestSealer(settings.timestampUrl)
  const deps: Deps = {
    settings,
    baseUrl: () => settings.baseUrl,
    db,
    exports,
    bus,
    jobs,
    cookies,
    sessions,
    codeCost: quickCodes,
    store,
    drawRecap: sealer.drawRecap,
    log: log.logger,
    metrics,
  }
  if (options.runsJobs) await startWorkers(deps, mailer, sealer)
  const webhooks = options.runsJobs ? startWebhookSender(deps) : undefined
  const clientFolder = options.withClient === 'built' ? builtClient : join(dataDir, 'client')
  if (options.withClient === true) await writeClientFolder(clientFolder)
  const app = await buildApp(deps, {
    clientFolder,
    maxStallMs: options.maxStallMs,
    isStopping: () => options.isStopping ?? false,
  })
  await app.ready()
  // The bus has to listen before a test makes its first change.
  await bus.connected

  const visit = (address?: string) => openBrowser(app, address)

  const signIn: TestApp['signIn'] = async (user, method = 'code') => {
    const token = newToken()
    await createSession(db, { sid: sha256(token), user, method })
    const browser = visit()
    browser.cookies.set(settings.baseUrl.startsWith('https:') ? '__Host-session' : 'session', token)
    return browser
  }

  const close = async () => {
    await app.close()
    await bus.close()
    sealer.stop()
    await webhooks?.stop()
    await jobs.stop()
    await sealer.close()
    mailer.close()
    await exports.close()
    await db.$client.end()
    // Read the log first: dropping the database cuts connections that are still closing, which logs errors.
    const errors = log.takeErrors()
    const undocumented = undocumentedResponses(app.declaredRoutes, log.lines)
    await dropDatabase(postgresUrl, name)
    await rm(dataDir, { recursive: true, force: true })
    if (errors.length > 0) throw new Error(`Errors in the log:\n${JSON.stringify(errors, null, 2)}`)
    if (undocumented.length > 0)
      throw new Error(`Answers that the description of the API does not name:\n${undocumented.join('\n')}`)
  }

  return { app, deps, db, log, visit, signIn, close, [Symbol.asyncDispose]: close }
}
