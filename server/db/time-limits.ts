import type pg from 'pg'

/**
 * A database that is frozen, or no longer reached, answers nothing: without limits of our own, every request would wait for it. A
 * request waits for a connection and then for one statement, so that the two together must stay under ten seconds
 * (docs/decisions/0023-time-limits.md).
 */
export const connectTimeoutMs = 3_000
/** The database cancels a statement after this time. */
export const statementTimeoutMs = 5_500
// A database that lives has canceled it by then.
export const graceMs = 500
// A transaction that its process has forgotten would hold its locks for ever.
export const idleInTransactionTimeoutMs = 60_000
// A connection whose other side is gone never confirms its end.
const endTimeoutMs = 1_000
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

type Connected = pg.ClientBase & { connection: { stream: { destroy(error?: Error): void } } }
type Callback = (error: Error | null, result?: unknown) => void

const limits = new WeakMap<pg.ClientBase, number>()

/**
 * Closes a connection on which a statement gets no answer, which rejects this statement and all that wait for it, and one whose
 * end is not confirmed. pg's own `query_timeout` would leave the connection open, and the ROLLBACK after it would wait as long again.
 */
export const limitConnection = (client: pg.ClientBase, timeoutMs: number) => {
  // Looked up when it is needed: encryption replaces it.
  const close = (error?: Error) => (client as Connected).connection.stream.destroy(error)
  limits.set(client, timeoutMs)
  const { query } = client
  const limited = (...args: unknown[]) => {
    const timer = setTimeout(() => close(new StatementTimeout()), limits.get(client))
    const callback = args.findLast((arg) => typeof arg === 'function') as Callback | undefined
    if (callback) {
      const answer: Callback = (error, result) => {
        clearTimeout(timer)
        callback(error, result)
      }
      return Reflect.apply(query, client, [...args.slice(0, args.lastIndexOf(callback)), answer])
    }
    const answered = Reflect.apply(query, client, args) as Promise<unknown>
    return answered.finally(() => clearTimeout(timer))
  }
  client.query = limited as typeof query
  const { end } = client as pg.Client
  const endInTime = (...args: unknown[]) => {
    setTimeout(() => close(), endTimeoutMs).unref()
    return Reflect.apply(end, client, args)
  }
  Object.assign(client, { end: endInTime })
}

/** Lets a connection run statements for which no one waits. Close it afterwards, so that nothing else inherits its limit. */
export const allowLongStatements = async (client: pg.ClientBase, timeoutMs = longStatementTimeoutMs) => {
  await client.query("select set_config('statement_timeout', $1, false)", [String(timeoutMs)])
  await client.query("select set_config('idle_in_transaction_session_timeout', $1, false)", [
    String(timeoutMs),
  ])
  limits.set(client, timeoutMs + graceMs)
}
