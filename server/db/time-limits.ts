import { connect as openSocket } from 'node:net'
import type pg from 'pg'

/**
 * A database that is frozen, or no longer reached, answers nothing: without limits of our own, every request would wait for it. A
 * request waits for a connection and then for one statement, so that the two together must stay under ten seconds
 * (docs/decisions/0023-time-limits.md).
 */
const connectTimeoutMs = 3_000

/** How long a connection may take, in milliseconds: as `connect_timeout` of the URL says in seconds, as for every client of PostgreSQL, else 3 s. */
export const connectTimeoutOf = (connectionString: string | undefined) => {
  const url = connectionString ? URL.parse(connectionString) : null
  const seconds = Number(url?.searchParams.get('connect_timeout'))
  return seconds > 0 ? seconds * 1000 : connectTimeoutMs
}
/** The database cancels a statement after this time. */
export const statementTimeoutMs = 5_500
// A database that lives has canceled it by then.
const graceMs = 500
// A transaction that its process has forgotten would hold its locks for ever.
const idleInTransactionTimeoutMs = 60_000
// A connection whose other side is gone never confirms its end.
export const endTimeoutMs = 1_000
/** Of statements for which no one waits: the sweep's, and those that change many rows. */
const longStatementTimeoutMs = 10 * 60_000
/** Of the preparation of the database at start, which waits for other processes, too. */
export const migrationTimeoutMs = 60 * 60_000

/** Like a connection of the operating system that timed out: see outage.ts. */
class StatementTimeout extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database did not answer in time')
  }
}

type Connected = pg.Client & {
  connection: { stream: { destroy(error?: Error): void } }
  processID: number
  secretKey: number
}
type Callback = (error: Error | null, result?: unknown) => void

/** What the database keeps to, and what the process does when it does not. */
interface Limits {
  statementTimeoutMs: number
  idleInTransactionTimeoutMs: number
  /** When the connection is closed. */
  closeAfterMs: number
  /** Whether its transactions may each run in another session of the database. */
  isPooled: boolean
}
const limitsOf = new WeakMap<pg.ClientBase, Limits>()

const closeConnection = (client: pg.ClientBase, error?: Error) =>
  // Looked up when it is needed: encryption replaces it.
  (client as Connected).connection.stream.destroy(error)

/**
 * Closes a connection on which a statement gets no answer, which rejects this statement and all that wait for it, and one whose
 * end is not confirmed. pg's own `query_timeout` would leave the connection open, and the ROLLBACK after it would wait as long again.
 */
export const limitConnection = (client: pg.ClientBase, timeoutMs: number) =>
  closeInTime(client, {
    statementTimeoutMs: timeoutMs,
    idleInTransactionTimeoutMs,
    closeAfterMs: timeoutMs,
    isPooled: false,
  })

/**
 * The same for a connection of a pool, with the limits set in the database as well: before it counts as connected, so that the pool's
 * own limit covers that. Startup parameters would do it at once, but poolers refuse them.
 */
export const limitSession = (client: pg.Client, timeoutMs: number) => {
  limitConnection(client, timeoutMs + graceMs)
  const { connect } = client
  const connectAndSet = (callback: (error: Error | null) => void) =>
    Reflect.apply(connect, client, [
      (error: Error | null) => {
        if (error) return callback(error)
        setInSession(client, { statementTimeoutMs: timeoutMs, idleInTransactionTimeoutMs }).then(
          () => callback(null),
          callback,
        )
      },
    ])
  Object.assign(client, { connect: connectAndSet })
}

/**
 * The same through a pooler in transaction mode, where a setting of the session would reach other clients and not hold for this one:
 * transactions begin with their limits, and the process asks the database to cancel a statement that takes too long.
 */
export const limitTransactions = (client: pg.ClientBase, timeoutMs: number) =>
  closeInTime(client, {
    statementTimeoutMs: timeoutMs,
    idleInTransactionTimeoutMs,
    closeAfterMs: timeoutMs + graceMs,
    isPooled: true,
  })

/** What the first statement of a transaction adds to BEGIN, in the same message. */
export const transactionLimits = (client: pg.ClientBase) => {
  const limits = limitsOf.get(client)
  return limits?.isPooled
    ? `; set local statement_timeout = ${limits.statementTimeoutMs}; set local idle_in_transaction_session_timeout = ${limits.idleInTransactionTimeoutMs}`
    : ''
}

/** Lets a connection run statements for which no one waits. Close it afterwards, so that nothing else inherits its limit. */
export const allowLongStatements = async (client: pg.ClientBase, timeoutMs = longStatementTimeoutMs) => {
  const isPooled = limitsOf.get(client)?.isPooled ?? false
  const limits = { statementTimeoutMs: timeoutMs, idleInTransactionTimeoutMs: timeoutMs }
  if (!isPooled) await setInSession(client, limits)
  limitsOf.set(client, { ...limits, closeAfterMs: timeoutMs + graceMs, isPooled })
}

const setInSession = (
  client: pg.ClientBase,
  limits: Pick<Limits, 'statementTimeoutMs' | 'idleInTransactionTimeoutMs'>,
) =>
  client.query(
    `set statement_timeout = ${limits.statementTimeoutMs}; set idle_in_transaction_session_timeout = ${limits.idleInTransactionTimeoutMs}`,
  )

const closeInTime = (client: pg.ClientBase, limits: Limits) => {
  limitsOf.set(client, limits)
  const { query } = client
  const startTimers = () => {
    const { statementTimeoutMs: timeoutMs, closeAfterMs, isPooled } = limitsOf.get(client) ?? limits
    let hasCanceled = false
    const cancel = () => {
      // The database itself limits a statement of a transaction.
      if ((client as Connected).getTransactionStatus() === 'T') return
      hasCanceled = true
      cancelStatement(client as Connected)
    }
    const canceling = isPooled ? setTimeout(cancel, timeoutMs) : undefined
    const closing = setTimeout(() => closeConnection(client, new StatementTimeout()), closeAfterMs)
    return () => {
      clearTimeout(canceling)
      clearTimeout(closing)
      // The request may reach the database late, and would cancel what runs on this connection by then.
      if (hasCanceled) void (client as pg.Client).end()
    }
  }
  const limited = (...args: unknown[]) => {
    const stopTimers = startTimers()
    const callback = args.findLast((arg) => typeof arg === 'function') as Callback | undefined
    if (callback) {
      const answer: Callback = (error, result) => {
        stopTimers()
        callback(error, result)
      }
      return Reflect.apply(query, client, [...args.slice(0, args.lastIndexOf(callback)), answer])
    }
    const answered = Reflect.apply(query, client, args) as Promise<unknown>
    return answered.finally(stopTimers)
  }
  client.query = limited as typeof query
  const { end } = client as pg.Client
  const endInTime = (...args: unknown[]) => {
    setTimeout(() => closeConnection(client), endTimeoutMs).unref()
    return Reflect.apply(end, client, args)
  }
  Object.assign(client, { end: endInTime })
}

const cancelRequestCode = 80_877_102
const cancelTimeoutMs = 5_000

/**
 * Asks for the statement of a connection to be canceled, by PostgreSQL's protocol: over a connection of its own, which the other side
 * closes. Closed by this side, a pooler would forget the request.
 */
const cancelStatement = ({ host, port, processID, secretKey }: Connected) => {
  const request = Buffer.alloc(16)
  for (const [index, value] of [request.length, cancelRequestCode, processID, secretKey].entries())
    request.writeInt32BE(value, index * 4)
  const socket = host.startsWith('/') ? openSocket(`${host}/.s.PGSQL.${port}`) : openSocket(port, host)
  // The statement's connection is closed soon in any case.
  socket.on('error', () => {})
  socket.setTimeout(cancelTimeoutMs, () => socket.destroy())
  socket.write(request)
}
