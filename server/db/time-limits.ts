import { connect as openSocket } from 'node:net'
import type pg from 'pg'

/**
 * The time limit for connecting. Without limits, every request would wait for ever for a database that is frozen or unreachable. A
 * request waits for a connection and then for one statement, so that the two limits together must stay below ten seconds
 * (docs/decisions/0023-time-limits.md).
 */
const connectTimeoutMs = 3_000

/** Returns the time limit of connecting in milliseconds: `connect_timeout` of the URL, which is in seconds, or else 3 s. */
export const connectTimeoutOf = (connectionString: string | undefined) => {
  const url = connectionString ? URL.parse(connectionString) : null
  const seconds = Number(url?.searchParams.get('connect_timeout'))
  return seconds > 0 ? seconds * 1000 : connectTimeoutMs
}
/** The time after which the database cancels a statement. */
export const statementTimeoutMs = 5_500
// A database that is alive has canceled the statement within this time after its limit.
const graceMs = 500
// A transaction that its process has forgotten would otherwise block others with its locks for ever.
const idleInTransactionTimeoutMs = 60_000
// If the other side is gone, it never confirms that the connection ends.
export const endTimeoutMs = 1_000
/** The limit of statements that nobody waits for: those of the sweep, and those that change many rows. */
const longStatementTimeoutMs = 10 * 60_000
/** The limit of preparing the database at start, which also waits for other processes. */
export const migrationTimeoutMs = 60 * 60_000

/** An error with the code of a connection that timed out in the operating system: see outage.ts. */
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

/** The limits that the database enforces, and when the process closes a connection on which it does not. */
interface Limits {
  statementTimeoutMs: number
  idleInTransactionTimeoutMs: number
  /** The time after which the process closes a connection that does not respond. */
  closeAfterMs: number
  /** Whether the connection leads through a pooler in transaction mode. */
  isPooled: boolean
}
const limitsOf = new WeakMap<pg.ClientBase, Limits>()

const closeConnection = (client: pg.ClientBase, error?: Error) =>
  // The stream is read when it is needed, because encryption replaces it.
  (client as Connected).connection.stream.destroy(error)

/**
 * Closes a connection when a statement gets no response, which rejects this statement and all that wait behind it, and when nobody
 * confirms its end. pg's own `query_timeout` would leave the connection open, and the ROLLBACK after it would wait just as long.
 */
export const limitConnection = (client: pg.ClientBase, timeoutMs: number) =>
  closeInTime(client, {
    statementTimeoutMs: timeoutMs,
    idleInTransactionTimeoutMs,
    closeAfterMs: timeoutMs,
    isPooled: false,
  })

/**
 * Limits a connection of a pool like `limitConnection`, and also sets the limits in the database, before the client counts as connected,
 * so that the pool's connection timeout covers setting them. Startup parameters would save a round trip, but poolers refuse them.
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
 * Limits a connection through a pooler in transaction mode, where a setting of the session would affect other clients instead of this
 * one. Transactions begin by setting their limits, and the process asks the database to cancel any other statement that takes too long.
 */
export const limitTransactions = (client: pg.ClientBase, timeoutMs: number) =>
  closeInTime(client, {
    statementTimeoutMs: timeoutMs,
    idleInTransactionTimeoutMs,
    closeAfterMs: timeoutMs + graceMs,
    isPooled: true,
  })

/** Returns the statements that are appended to BEGIN, in the same message, to set the limits of a transaction. */
export const transactionLimits = (client: pg.ClientBase) => {
  const limits = limitsOf.get(client)
  return limits?.isPooled ? `; ${settings('set local', limits)}` : ''
}

/** Lets a connection run statements that nobody waits for. Close the connection afterwards, so that nothing else inherits its limit. */
export const allowLongStatements = async (client: pg.ClientBase, timeoutMs = longStatementTimeoutMs) => {
  const isPooled = limitsOf.get(client)?.isPooled ?? false
  const limits = { statementTimeoutMs: timeoutMs, idleInTransactionTimeoutMs: timeoutMs }
  if (!isPooled) await setInSession(client, limits)
  limitsOf.set(client, { ...limits, closeAfterMs: timeoutMs + graceMs, isPooled })
}

type SetLimits = Pick<Limits, 'statementTimeoutMs' | 'idleInTransactionTimeoutMs'>

// Starting the workers of a parallel query takes longer than they save in the portal's short queries, and takes processors from other requests.
const settings = (set: 'set' | 'set local', limits: SetLimits) =>
  [
    `statement_timeout = ${limits.statementTimeoutMs}`,
    `idle_in_transaction_session_timeout = ${limits.idleInTransactionTimeoutMs}`,
    'max_parallel_workers_per_gather = 0',
  ]
    .map((setting) => `${set} ${setting}`)
    .join('; ')

const setInSession = (client: pg.ClientBase, limits: SetLimits) => client.query(settings('set', limits))

const closeInTime = (client: pg.ClientBase, limits: Limits) => {
  limitsOf.set(client, limits)
  const { query } = client
  const startTimers = () => {
    const { statementTimeoutMs: timeoutMs, closeAfterMs, isPooled } = limitsOf.get(client) ?? limits
    let hasCanceled = false
    const cancel = () => {
      // In a transaction, the database itself limits the statement.
      if ((client as Connected).getTransactionStatus() === 'T') return
      hasCanceled = true
      cancelStatement(client as Connected)
    }
    const canceling = isPooled ? setTimeout(cancel, timeoutMs) : undefined
    let closing: NodeJS.Immediate | undefined
    const giveUp = setTimeout(() => {
      // A process that was busy until now first reads the response that has arrived meanwhile.
      closing = setImmediate(() => closeConnection(client, new StatementTimeout()))
    }, closeAfterMs)
    return () => {
      clearTimeout(canceling)
      clearTimeout(giveUp)
      clearImmediate(closing)
      // The cancel request may reach the database late, and would cancel whatever runs on this connection then.
      if (hasCanceled) void (client as pg.Client).end()
    }
  }
  const limited = (...args: unknown[]) => {
    const stopTimers = startTimers()
    const callback = args.findLast((arg) => typeof arg === 'function') as Callback | undefined
    if (callback) {
      const response: Callback = (error, result) => {
        stopTimers()
        callback(error, result)
      }
      return Reflect.apply(query, client, [...args.slice(0, args.lastIndexOf(callback)), response])
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
 * Asks the database to cancel the statement of a connection, as PostgreSQL's protocol defines it: over a separate connection, which the
 * other side closes. If this side closed it, a pooler would drop the request.
 */
const cancelStatement = ({ host, port, processID, secretKey }: Connected) => {
  const request = Buffer.alloc(16)
  for (const [index, value] of [request.length, cancelRequestCode, processID, secretKey].entries())
    request.writeInt32BE(value, index * 4)
  const socket = host.startsWith('/') ? openSocket(`${host}/.s.PGSQL.${port}`) : openSocket(port, host)
  // If the cancel request fails, the statement's connection is closed soon in any case.
  socket.on('error', () => {})
  socket.setTimeout(cancelTimeoutMs, () => socket.destroy())
  socket.write(request)
}
