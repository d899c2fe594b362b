import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '#server/start-error.ts'
import type { Connection } from './client.ts'
import type { Connections, DatabaseSetting } from './connections.ts'
import { explainConnection } from './explain-connection.ts'
import { connectTimeoutOf, endTimeoutMs } from './time-limits.ts'

const minVersion = 15
// A notification takes milliseconds. A pooler in transaction mode loses notifications.
const notificationTimeoutMs = 5_000

/**
 * Checks, before anything is written, that each URL leads to a database that the portal can use, and that notifications arrive. If they
 * do not arrive, as through a pooler in transaction mode, session-level locks, the job queue and live updates would not work either.
 * @throws StartError that names the setting to change
 */
export const checkConnections = async ({ connection, session, owner }: Connections) => {
  const sessionSetting = session === connection ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL'
  const opened: Client[] = []
  const open = async (setting: DatabaseSetting, to: Connection) => {
    const client = await openClient(setting, to)
    opened.push(client)
    return client
  }
  try {
    const listener = await open(sessionSetting, session)
    const notifier = await open('DATABASE_URL', connection)
    if (listener.role !== notifier.role) {
      throw new StartError(
        `DATABASE_LISTEN_URL connects as the role ${listener.role}, and DATABASE_URL as ${notifier.role}: it must be the same.`,
      )
    }
    if (!(await isNotified(listener, notifier))) {
      throw new StartError(
        session === connection
          ? 'DATABASE_URL: notifications do not arrive there, as through a connection pooler in transaction mode. Set DATABASE_LISTEN_URL to the address of the database itself, or the pooler to session mode.'
          : 'DATABASE_LISTEN_URL: notifications that are sent through DATABASE_URL do not arrive there. It must lead to the same database, directly or through a connection pooler in session mode.',
      )
    }
    if (owner && !(await isNotified(await open('DATABASE_OWNER_URL', owner), listener))) {
      throw new StartError(
        'DATABASE_OWNER_URL: notifications do not arrive there. It must lead to the database of DATABASE_URL, directly or through a connection pooler in session mode.',
      )
    }
  } finally {
    await Promise.all(
      opened.map(({ client }) =>
        Promise.race([client.end(), delay(endTimeoutMs, undefined, { ref: false })]),
      ),
    )
  }
}

interface Client {
  client: pg.Client
  setting: DatabaseSetting
  role: string
}

const openClient = async (setting: DatabaseSetting, to: Connection): Promise<Client> => {
  const explain = explainConnection(setting)
  try {
    const client = new pg.Client({
      ...to,
      application_name: 'partner-portal-start',
      connectionTimeoutMillis: connectTimeoutOf(to.connectionString),
      query_timeout: notificationTimeoutMs,
    })
    // When a connection breaks, its statement rejects as well, so the error is handled there.
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ role: string; version: number; is_replica: boolean }>(
      `select current_user::text as role, current_setting('server_version_num')::int as version, pg_is_in_recovery() as is_replica`,
    )
    const [found] = rows
    if (!found) throw new Error('the database did not answer')
    const major = Math.floor(found.version / 10_000)
    if (major < minVersion)
      throw new StartError(
        `${setting} leads to PostgreSQL ${major}; the portal needs ${minVersion} or newer.`,
      )
    if (found.is_replica) explain(Object.assign(new Error('in recovery'), { code: '25006' }))
    return { client, setting, role: found.role }
  } catch (error) {
    return explain(error)
  }
}

/** Returns whether a notification that one connection sends arrives at the other. */
const isNotified = async (listener: Client, notifier: Client) => {
  const channel = `partner-portal-start-${randomUUID()}`
  const arrived = new Promise<boolean>((resolve) => {
    listener.client.on('notification', (notification) => {
      if (notification.channel === channel) resolve(true)
    })
  })
  await listener.client
    .query(`listen ${pg.escapeIdentifier(channel)}`)
    .catch(explainConnection(listener.setting))
  await notifier.client
    .query('select pg_notify($1, $2)', [channel, ''])
    .catch(explainConnection(notifier.setting))
  const stopped = new AbortController()
  const late = delay(notificationTimeoutMs, false, { signal: stopped.signal }).catch(() => false)
  return Promise.race([arrived, late]).finally(() => stopped.abort())
}
