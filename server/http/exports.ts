import { type Connection, type Database, openDatabase } from '#server/db/client.ts'
import { createTurns, type Turns } from './turns.ts'

// Of each kind, so that partners who download folders do not keep staff from exporting.
const maxAtOnce = 2
const defaultMaxWaitMs = 30_000
// The first batch of a large export sorts all of its rows.
const statementTimeoutMs = 5 * 60_000

/** What exports and zips run on: connections that other calls do not need, two at a time of each kind. */
export interface Exports {
  db: Database
  waitForExport: Turns['wait']
  waitForZip: Turns['wait']
  /** Whether a zip of this user is on its way, from this process. */
  isUserZipping: Turns['isUserBusy']
  close(): Promise<void>
}

/** Opens the connections of exports. `maxWaitMs` is how long one waits for its turn. */
export const openExports = (
  connection: Connection,
  onError: (error: Error) => void,
  { maxWaitMs = defaultMaxWaitMs } = {},
): Exports => {
  const db = openDatabase(connection, onError, {
    maxConnections: 2 * maxAtOnce,
    statementTimeoutMs,
  })
  const turns = (what: string, maxOfUser = maxAtOnce) => {
    const message = `Too many ${what} are running. Try again in a minute.`
    return createTurns({ max: maxAtOnce, maxOfUser, maxWaitMs, message })
  }
  // One partner who reads slowly does not keep all others from theirs.
  const zips = turns('downloads', 1)
  return {
    db,
    waitForExport: turns('exports').wait,
    waitForZip: zips.wait,
    isUserZipping: zips.isUserBusy,
    close: () => db.$client.end(),
  }
}
