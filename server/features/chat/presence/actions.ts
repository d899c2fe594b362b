import { sql } from 'drizzle-orm'
import { notify } from '#server/bus/data.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import * as data from './data.ts'

// The other processes consider this one dead after it has missed three renewals.
const leaseSeconds = 30

/** The id that stands for all staff in notices, since partners see the team as one. */
export const teamId = 'team'

const notifyPresence = async (tx: Transaction, changes: data.PresenceChange[]) => {
  const ids = new Set(changes.map(({ userId, isStaff }) => (isStaff ? teamId : userId)))
  for (const id of ids) await notify(tx, 'presence', id)
}

/** Stores which users have connected to this process and which have left it. */
export const storePresenceChanges = (
  db: Database,
  processId: string,
  joined: data.PresenceChange[],
  left: data.PresenceChange[],
) =>
  db.transaction(async (tx) => {
    await data.upsertProcess(tx, processId, leaseSeconds)
    const [joinedIds = [], leftIds = []] = [joined, left].map((users) => users.map(({ userId }) => userId))
    if (joinedIds.length > 0) {
      await data.addPresent(tx, processId, joinedIds)
      await data.clearEmailMarks(tx, joinedIds)
    }
    if (leftIds.length > 0) {
      await data.removePresent(tx, processId, leftIds)
      await data.recordSeen(tx, leftIds)
    }
    await notifyPresence(tx, [...joined, ...left])
  })

/** Renews the lease of this process, and ends expired leases. Returns false when this process no longer has a row. */
export const renewLease = (db: Database, processId: string) =>
  db.transaction(async (tx) => {
    const isStored = await data.renewProcess(tx, processId, leaseSeconds)
    for (const id of await data.lockDeadProcesses(tx)) {
      await notifyPresence(tx, await data.removeProcess(tx, id))
    }
    return isStored
  })

/** Ends the lease of this process, so that none of its users count as present any more. */
export const endLease = (db: Database, processId: string) =>
  db.transaction(async (tx) => {
    // This runs while the portal stops, which must not wait for a database that does not answer.
    await tx.execute(sql`set local statement_timeout = 2000`)
    await notifyPresence(tx, await data.removeProcess(tx, processId))
  })
