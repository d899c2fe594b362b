import { buildApp } from './app.ts'
import { createBus } from './bus/bus.ts'
import { embeddedRole, getCurrentRole } from './db/application-role.ts'
import { type Connection, type Executor, openDatabase } from './db/client.ts'
import { addDemoData } from './db/demo/demo-data.ts'
import { leaveDemo } from './db/demo/leave-demo.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './db/embedded-database.ts'
import { prepareDatabase } from './db/migrate.ts'
import { dropRoot } from './drop-root.ts'
import { sessionHooks } from './features/account/session-hooks.ts'
import { startAuditSender } from './features/audit-log/sending/sender.ts'
import { createSealer } from './features/documents/sealing/sealer.ts'
import { ensureAdmin } from './features/sign-in/actions.ts'
import { showFirstLink } from './first-link.ts'
import { createCookies } from './http/cookies.ts'
import { openExports } from './http/exports.ts'
import { startJobs } from './jobs/jobs.ts'
import { startWorkers } from './jobs/workers.ts'
import { createLog } from './log.ts'
import { createMailer } from './mail/create-mailer.ts'
import { createSessions } from './sessions/sessions.ts'
import { readSettings, type Settings } from './settings.ts'
import { loadSigningIdentity } from './signing-identity.ts'
import { StartError } from './start-error.ts'
import { createStore } from './storage/create-store.ts'

// A load balancer probes every few seconds: it must see "not ready" before connections are refused.
const drainDelayMs = 1_000

const leftDemo =
  'Its demo is over: the demo accounts are signed out and disabled. The sample data is still there; with another DATA_DIR or database the portal starts without it.'

export interface RunningServer {
  url: string
  /** Lines to print for the person who started the server. */
  startupMessages: string[]
  /** Stops accepting requests, finishes running ones, returns jobs to the queue and closes the database. */
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
  const closing: (() => Promise<unknown>)[] = []
  const closeAll = async () => {
    for (const close of closing.reverse()) await close()
  }

  try {
    const embedded = settings.databaseUrl
      ? undefined
      : await startEmbeddedDatabase({ dataDir: settings.dataDir, log })
    if (embedded) closing.push(() => embedded.stop())
    await dropRoot(settings, log, embedded?.account)
    const { connection, owner } = connectionsOf(settings, embedded)
    const warn = (err: Error) => log.warn({ err }, 'a database connection broke')
    const open = (to: Connection) => openDatabase(to, warn)
    const db = open(connection)
    closing.push(() => db.$client.end())
    const exports = openExports(connection, warn)
    closing.push(() => exports.close())

    const identity = await loadSigningIdentity(settings)
    const store = await createStore(settings)
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
      if (!owner) return prepareDatabase(db, fill)
      const ownersDb = open(owner)
      const role = embedded ? embeddedRole : await getCurrentRole(db)
      const installJobs = async () => (await startJobs(owner, log)).stop()
      await prepareDatabase(ownersDb, fill, {
        role,
        createRole: embedded !== undefined,
        installJobs,
      }).finally(() => ownersDb.$client.end())
    }
    await prepare().catch(explainConnection(settings))

    const mailer = createMailer(settings)
    closing.push(async () => mailer.close())
    const sealer = createSealer(identity, settings.timestampUrl)
    // After the jobs, one of which may be sealing.
    closing.push(() => sealer.close())
    const jobs = await startJobs(connection, log)
    closing.push(() => jobs.stop())

    if (settings.auditLogTo) {
      const sender = await startAuditSender({ db, connection, log }, settings.auditLogTo)
      closing.push(() => sender.close())
    }

    const cookies = createCookies(settings.baseUrl)
    const bus = createBus(connection, log)
    closing.push(() => bus.close())
    const sessions = createSessions(db, cookies, log, sessionHooks(jobs), settings.passkeys)
    const deps = { settings, baseUrl, db, exports, bus, jobs, cookies, sessions, store, log }
    closing.push(async () => sealer.stop())
    await startWorkers(deps, mailer, sealer)

    let stopping = false
    const app = await buildApp(deps, { isStopping: () => stopping })
    closing.push(() => app.close())
    const listening = await app
      .listen({ port: settings.port, host: settings.host })
      .catch(explainListening(settings))
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
        if (settings.production) await new Promise((resolve) => setTimeout(resolve, drainDelayMs))
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll().catch((err) => log.error({ err }, 'closing failed'))
    throw error
  }
}

/** The connection of the portal, and that of the tables' owner where it is another role: it is used for migrations at start only. */
const connectionsOf = (
  settings: Settings,
  embedded: EmbeddedDatabase | undefined,
): { connection: Connection; owner: Connection | undefined } =>
  embedded
    ? { connection: { ...embedded.connection, user: embeddedRole }, owner: embedded.connection }
    : {
        connection: { connectionString: settings.databaseUrl },
        owner: settings.databaseOwnerUrl ? { connectionString: settings.databaseOwnerUrl } : undefined,
      }

const certificateReason =
  'its certificate is not signed by a known authority (add sslrootcert=/path/to/ca.pem for your own)'

const explainConnection =
  (settings: Settings) =>
  (error: unknown): never => {
    const code = error instanceof Error ? (error as { code?: string }).code : undefined
    if (!settings.databaseUrl || error instanceof StartError) throw error
    if (error instanceof Error && /does not support SSL/.test(error.message)) {
      throw new StartError(
        'DATABASE_URL: the database does not offer encryption. Turn it on there, or add sslmode=disable in a network that you trust.',
      )
    }
    if (!code) throw error
    const reasons: Record<string, string> = {
      ECONNREFUSED: 'nothing listens there',
      ENOTFOUND: 'its host name is not known',
      ETIMEDOUT: 'it does not answer',
      '28P01': 'the password is wrong',
      '28000': 'the user may not connect',
      DEPTH_ZERO_SELF_SIGNED_CERT: certificateReason,
      SELF_SIGNED_CERT_IN_CHAIN: certificateReason,
      UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificateReason,
      UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificateReason,
      CERT_HAS_EXPIRED: 'its certificate has expired',
      ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
      '3D000': 'there is no such database',
      '42501': 'the user may not create tables there',
    }
    if (!reasons[code]) throw error
    throw new StartError(`DATABASE_URL: the database cannot be used: ${reasons[code]}.`)
  }

const explainListening =
  (settings: Settings) =>
  (error: unknown): never => {
    const code = error instanceof Error ? (error as { code?: string }).code : undefined
    const where = `${settings.host}:${settings.port}`
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `PORT: ${where} is in use by another program. Stop it, or set PORT to another number.`,
      )
    }
    if (code === 'EACCES')
      throw new StartError(`PORT: this user may not listen on ${where}. Set PORT to 1024 or more.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`HOST: ${settings.host} is no address of this machine.`)
    }
    throw error
  }
