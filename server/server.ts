import { buildApp } from './app.ts'
import { createBus } from './bus/bus.ts'
import { embeddedRole, getCurrentRole } from './db/application-role.ts'
import { type Connection, type Executor, openDatabase } from './db/client.ts'
import { addDemoData } from './db/demo/demo-data.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './db/embedded-database.ts'
import { prepareDatabase } from './db/migrate.ts'
import { recordImpersonationEnd } from './features/session/impersonation/actions.ts'
import { ensureAdmin } from './features/sign-in/actions.ts'
import { createCookies } from './http/cookies.ts'
import { startJobs } from './jobs/jobs.ts'
import { startWorkers } from './jobs/workers.ts'
import { createLog } from './log.ts'
import { createMailer } from './mail/create-mailer.ts'
import { createSessions } from './sessions/sessions.ts'
import { readSettings, type Settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { createStore } from './storage/create-store.ts'

// A load balancer probes every few seconds: it must see "not ready" before connections are refused.
const drainDelayMs = 1_000

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
    const { connection, owner } = connectionsOf(settings, embedded)
    const open = (to: Connection) =>
      openDatabase(to, (err) => log.warn({ err }, 'a database connection broke'))
    const db = open(connection)
    closing.push(() => db.$client.end())

    const store = await createStore(settings)
    let firstAdminLink: string | undefined
    let address = settings.baseUrl
    const baseUrl = () => address
    const fill = async (tx: Executor) => {
      if (settings.demo) await addDemoData(tx, settings, store)
      if (settings.adminEmail) firstAdminLink = await ensureAdmin(tx, settings.adminEmail, '')
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
    const jobs = await startJobs(connection, log)
    closing.push(() => jobs.stop())

    const cookies = createCookies(settings.baseUrl)
    const bus = createBus(connection, log)
    closing.push(() => bus.close())
    const sessions = createSessions(db, cookies, log, recordImpersonationEnd)
    const deps = { settings, baseUrl, db, bus, jobs, cookies, sessions, store, log }
    await startWorkers(deps, mailer)

    let stopping = false
    const app = await buildApp(deps, { isStopping: () => stopping })
    closing.push(() => app.close())
    const listening = await app
      .listen({ port: settings.port, host: settings.host })
      .catch(explainListening(settings))
    if (!settings.baseUrlGiven && settings.port === 0) address = listening
    log.info({ url: baseUrl(), pid: process.pid }, 'ready')

    const greeting = [`Partner Portal is ready at ${baseUrl()}`]
    if (settings.demo) greeting.push('Demo: the sign-in page offers the demo accounts.')
    else if (firstAdminLink)
      greeting.push(`Sign in as ${settings.adminEmail}, once, within a day: ${baseUrl()}${firstAdminLink}`)
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

const explainConnection =
  (settings: Settings) =>
  (error: unknown): never => {
    const code = error instanceof Error ? (error as { code?: string }).code : undefined
    if (!settings.databaseUrl || error instanceof StartError || !code) throw error
    const reasons: Record<string, string> = {
      ECONNREFUSED: 'nothing listens there',
      ENOTFOUND: 'its host name is not known',
      ETIMEDOUT: 'it does not answer',
      '28P01': 'the password is wrong',
      '28000': 'the user may not connect',
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
