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
import { undocumentedAnswers } from './undocumented-answers.ts'

export interface TestApp {
  app: FastifyInstance
  deps: Deps
  db: Deps['db']
  log: TestLog
  /** A browser that is not signed in, by default at a network address of its own. */
  visit(address?: string): Browser
  /** A browser in which this user has signed in, by a session row as signing in writes it. */
  signIn(user: { id: string; role: Role }, method?: SessionData['method']): Promise<Browser>
  /** Stops it and drops the database of its own. Fails when the log has errors that no test has expected, or a status that is not in OpenAPI. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface Options {
  /** Settings beside the test's own, as the environment names them. */
  settings?: Record<string, string>
  /** Runs the jobs, too, emails included. Without it they are only queued. */
  runsJobs?: boolean
  /** Another connection to the database of this address, such as one that a test can cut. */
  connectThrough?: (databaseUrl: string) => Promise<string>
  /** Uses the database of this one, as another process does. Close it first. */
  databaseOf?: Pick<TestApp, 'deps'>
  /** How long the database may work on a statement. */
  statementTimeoutMs?: number
  /** Whether it is stopping: from the signal until it has stopped. */
  isStopping?: boolean
  /** How long an export waits for its turn, and how long a reply may take nothing. */
  maxExportWaitMs?: number | undefined
  maxStallMs?: number | undefined
  /** Serves a minimal built client, too, or the one that the build has left. */
  withClient?: boolean | 'built'
}

// Codes are hashed and checked a few hundred times in a run, each time for 200 ms of a core at the portal's own cost.
const quickCodes: CodeCost = { N: 2 ** 4, r: 8, p: 1 }

/** On a busy machine a connection can take longer than the portal waits by default; only tests of outages need the default. */
const patient = (databaseUrl: string) =>
  databaseUrl.includes('connect_timeout')
    ? databaseUrl
    : `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}connect_timeout=60`

/** A whole server, without a port, by default on a database of its own that is copied from the template. */
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
    log: log.logger,
    metrics,
  }
  const sealer = createTestSealer(settings.timestampUrl)
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
  // Otherwise the first change of a test could be notified before the bus listens.
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
    // Before the database is dropped, which cuts connections that are still on their way out.
    const errors = log.takeErrors()
    const undocumented = undocumentedAnswers(app.declaredRoutes, log.lines)
    await dropDatabase(postgresUrl, name)
    await rm(dataDir, { recursive: true, force: true })
    if (errors.length > 0) throw new Error(`Errors in the log:\n${JSON.stringify(errors, null, 2)}`)
    if (undocumented.length > 0)
      throw new Error(`Answers that the description of the API does not name:\n${undocumented.join('\n')}`)
  }

  return { app, deps, db, log, visit, signIn, close, [Symbol.asyncDispose]: close }
}
