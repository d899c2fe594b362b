import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { createBus } from './bus/bus.ts'
import { createClosing } from './closing.ts'
import { embeddedRole, getCurrentRole } from './db/application-role.ts'
import { checkConnections } from './db/check-connections.ts'
import { type Connection, type Executor, openDatabase } from './db/client.ts'
import { connectionsOf, sessionSettingOf } from './db/connections.ts'
import { addDemoData } from './db/demo/demo-data.ts'
import { leaveDemo } from './db/demo/leave-demo.ts'
import { startEmbeddedDatabase } from './db/embedded-database.ts'
import { explainConnection } from './db/explain-connection.ts'
import { prepareDatabase } from './db/migrate.ts'
import { dropRoot } from './drop-root.ts'
import { sessionHooks } from './features/account/session-hooks.ts'
import { startAuditSender } from './features/audit-log/sending/sender.ts'
import { createSealer } from './features/documents/sealing/sealer.ts'
import { ensureAdmin } from './features/sign-in/actions.ts'
import { codeCost } from './features/sign-in/codes.ts'
import { hasSignedIn } from './features/sign-in/data.ts'
import { startWebhookSender } from './features/webhooks/sending/sender.ts'
import { removeUsedLink, showFirstLink } from './first-link.ts'
import { createCookies } from './http/cookies.ts'
import { openExports } from './http/exports.ts'
import { startJobs } from './jobs/jobs.ts'
import { startWorkers } from './jobs/workers.ts'
import { listen } from './listen.ts'
import { createLog } from './log.ts'
import { createMailer } from './mail/create-mailer.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { createSessions } from './sessions/sessions.ts'
import { readSettings } from './settings.ts'
import { loadSigningIdentity } from './signing-identity.ts'
import { createStore } from './storage/create-store.ts'
import { openTracing } from './tracing/open-tracing.ts'

const leftDemo =
  'Its demo is over: the demo accounts are signed out and disabled. The sample data is still there; with another DATA_DIR or database the portal starts without it.'

// The database writes its memory to a disk that may be slow.
const maxDatabaseStopMs = 120_000
// Requests under way have their own limit of a minute (`http/stopping.ts`).
const maxRequestsMs = 80_000

export interface RunningServer {
  url: string
  /** Lines to print for the operator who started the server. */
  startupMessages: string[]
  /**
   * Reports "not ready" but keeps serving for SHUTDOWN_DELAY. Then stops listening, finishes requests under way, returns jobs to the queue
   * and closes the database.
   */
  stop(): Promise<void>
}

/**
 * Starts the whole portal: database, migrations, jobs, HTTP.
 * @throws StartError with one line for the operator when a setting is wrong or the machine prevents the start
 */
export const startServer = async (
  environment: Record<string, string | undefined>,
): Promise<RunningServer> => {
  const settings = readSettings(environment)
  const log = createLog(settings.logLevel)
  const closing = createClosing(log)

  try {
    const embedded = settings.databaseUrl
      ? undefined
      : await startEmbeddedDatabase({ dataDir: settings.dataDir, log })
    if (embedded) closing.add('its PostgreSQL', () => embedded.stop(), maxDatabaseStopMs)
    await dropRoot(settings, log, embedded?.account)
    const connections = connectionsOf(settings, embedded)
    if (!embedded) await checkConnections(connections)
    const { connection, session, owner } = connections
    const warn = (err: Error) => log.warn({ err }, 'a database connection broke')
    const open = (to: Connection) => openDatabase(to, warn)
    const db = open(connection)
    closing.add('the connections to the database', () => db.$client.end())
    const exports = openExports(connection, warn)
    closing.add('exports', () => exports.close())

    const identity = await loadSigningIdentity(settings)
    const tracing = await openTracing(settings, log)
    if (tracing) closing.add('traces', () => tracing.stop())
    for (const each of [db, exports.db]) tracing?.observeDatabase(each)
    const metrics = await openMetrics(settings)
    metrics?.observeDatabase({ db, exports }, log)
    const openedStore = await createStore(settings)
    const store = metrics?.observeStore(openedStore) ?? openedStore
    await store.bucket?.checkAtStart(settings.baseUrlGiven ? settings.baseUrl : undefined, log)
    let firstAdminLink: string | undefined
    let disabledDemoAccounts = 0
    let address = settings.baseUrl
    const baseUrl = () => address
    const fill = async (tx: Executor) => {
      if (settings.demo) await addDemoData(tx, settings, store)
      else disabledDemoAccounts = await leaveDemo(tx)
      if (settings.adminEmail) firstAdminLink = await ensureAdmin(tx, settings.adminEmail)
    }
    const prepare = async () => {
      const ownersDb = open(owner ?? session)
      const application = owner && {
        role: embedded ? embeddedRole : await getCurrentRole(db),
        createRole: embedded !== undefined,
        installJobs: async () => (await startJobs(owner, log)).stop(),
      }
      await prepareDatabase(ownersDb, fill, application).finally(() => ownersDb.$client.end())
    }
    const sessionSetting = sessionSettingOf(settings)
    await prepare().catch(
      explainConnection(settings.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : sessionSetting),
    )

    const openedMailer = createMailer(settings)
    const mailer = metrics?.observeMailer(openedMailer) ?? openedMailer
    closing.add('the connections to the mail server', () => mailer.close())
    const sealer = createSealer(identity, settings.timestampUrl)
    // The thread must end after the jobs, because one of them may be sealing.
    closing.add('the thread that seals agreements', () => sealer.close())
    const startedJobs = await startJobs(session, log).catch(explainConnection(sessionSetting))
    const jobs = tracing?.observeJobs(startedJobs) ?? startedJobs
    closing.add('jobs', () => jobs.stop())

    if (settings.auditLogTo) {
      const sender = await startAuditSender({ db, connection: session, log }, settings.auditLogTo)
      closing.add('the audit log’s receiver', () => sender.close())
    }

    const cookies = createCookies(settings.baseUrl)
    const bus = createBus(session, log)
    closing.add('the connection that listens', () => bus.close())
    const { adminEmail } = settings
    if (firstAdminLink && adminEmail)
      removeUsedLink({ bus, log }, settings.dataDir, () => hasSignedIn(db, adminEmail))
    const sessions = createSessions(db, cookies, log, sessionHooks(jobs), settings.passkeys)
    const deps = {
      settings,
      baseUrl,
      db,
      exports,
      bus,
      jobs,
      cookies,
      sessions,
      codeCost,
      store,
      drawRecap: sealer.drawRecap,
      log,
      metrics,
      tracing,
    }
    closing.add('seals', () => sealer.stop())
    await startWorkers(deps, mailer, sealer)
    const webhooks = startWebhookSender(deps)
    closing.add('webhooks', () => webhooks.stop())

    let stopping = false
    const app = await buildApp(deps, { isStopping: () => stopping })
    closing.add('requests', () => app.close(), maxRequestsMs)
    const listening = await listen(app, settings)
    if (!settings.baseUrlGiven && settings.port === 0) address = listening
    const firstLink = firstAdminLink && `${baseUrl()}${firstAdminLink}`
    const place = await showFirstLink(settings.dataDir, firstLink)
    log.info({ url: baseUrl(), pid: process.pid }, 'ready')

    const greeting = [`Partner Portal is ready at ${baseUrl()}`]
    if (settings.demo) greeting.push('Demo: the sign-in page offers the demo accounts.')
    if (disabledDemoAccounts > 0) greeting.push(leftDemo)
    if (place) greeting.push(`Sign in as ${settings.adminEmail}, once, within an hour: ${place}`)
    return {
      url: baseUrl(),
      startupMessages: greeting,
      stop: async () => {
        stopping = true
        log.info('stopping')
        await delay(settings.shutdownDelayMs)
        await closing.closeAll()
      },
    }
  } catch (error) {
    await closing.closeAll()
    throw error
  }
}
