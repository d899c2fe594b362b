import { sql } from 'drizzle-orm'
import { notify } from '#server/bus/data.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import * as data from './data.ts'

// Three renewals may be missed before others take a process for dead.
const leaseSeconds = 30

/** The team is told of as one: who of it is there concerns nobody. */
export const ofTeam = 'team'

const noticesOf = (people: data.Someone[]) => [
  ...new Set(people.map(({ userId, isStaff }) => (isStaff ? ofTeam : userId))),
]

const tell = async (tx: Transaction, people: data.Someone[]) => {
  for (const notice of noticesOf(people)) await notify(tx, 'presence', notice)
}

/** Notes who has come to this process and who has left it. */
export const storeChanges = (db: Database, processId: string, come: data.Someone[], left: data.Someone[]) =>
  db.transaction(async (tx) => {
    await data.addProcess(tx, processId, leaseSeconds)
    const [comeIds, leftIds] = [come, left].map((people) => people.map(({ userId }) => userId))
    if (comeIds?.length) {
      await data.addPresent(tx, processId, comeIds)
      await data.forgetMails(tx, comeIds)
    }
    if (leftIds?.length) await data.removePresent(tx, processId, leftIds)
    await tell(tx, [...come, ...left])
  })

/** Renews the lease of this process, and ends those that have run out. False when its own row is not there any more. */
export const renewLease = (db: Database, processId: string) =>
  db.transaction(async (tx) => {
    const isKnown = await data.renewProcess(tx, processId, leaseSeconds)
    for (const id of await data.lockDeadProcesses(tx)) await tell(tx, await data.removeProcess(tx, id))
    return isKnown
  })

/** Ends the lease: all who were there through this process are there no more. */
export const endLease = (db: Database, processId: string) =>
  db.transaction(async (tx) => {
    // It ends as the portal stops, which must not wait for a database that does not answer.
    await tx.execute(sql`set local statement_timeout = 2000`)
    await tell(tx, await data.removeProcess(tx, processId))
  })
