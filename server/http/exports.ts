import { type Connection, type Database, openDatabase } from '#server/db/client.ts'
import { createTurns, type Turns } from './turns.ts'

// Exports and downloads are limited separately, so that partners who download folders do not keep staff from exporting.
const maxAtOnce = 2
const defaultMaxWaitMs = 30_000
// The first batch of a large export sorts all of its rows.
const statementTimeoutMs = 5 * 60_000

/** The database connections for exports and zip downloads, which no other calls use. Two of each kind can run at a time. */
export interface Exports {
  db: Database
  waitForExport: Turns['wait']
  waitForZip: Turns['wait']
  /** Whether this process is sending a zip to the same user. */
  isUserZipping: Turns['isUserBusy']
  close(): Promise<void>
}

/** Opens the connections of exports. `maxWaitMs` is how long an export may wait for its turn. */
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
  // Each partner gets one download at a time, so a partner who reads slowly does not block all others.
  const zips = turns('downloads', 1)
  return {
    db,
    waitForExport: turns('exports').wait,
    waitForZip: zips.wait,
    isUserZipping: zips.isUserBusy,
    close: () => db.$client.end(),
  }
}
