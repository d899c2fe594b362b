import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type Connection, type Database, withLongStatements } from '#server/db/client.ts'
import { deleteUnsent, listUnsent, lockSending, startListingUnsent } from './data.ts'
import { createFileReceiver, requireWritableFile } from './file-receiver.ts'
import type { Receiver, ReceiverAddress } from './receiver.ts'
import { createSyslogReceiver } from './syslog-receiver.ts'

const eventsAtOnce = 200
const pollMs = 1_000
const lockPollMs = 2_000
const minPauseMs = 1_000
const maxPauseMs = 60_000
const queryTimeoutMs = 10_000

export interface AuditSender {
  close(): Promise<void>
}

/**
 * Sends the audit log to another system as it grows, from one process at a time. An event stays listed as unsent until the receiver has
 * stored it, so each arrives at least once, even if a process is killed.
 * @throws StartError when the receiver is a file that cannot be written
 */
export const startAuditSender = async (
  { db, connection, log }: { db: Database; connection: Connection; log: FastifyBaseLogger },
  address: ReceiverAddress,
): Promise<AuditSender> => {
  if (address.kind === 'file') await requireWritableFile(address.path)
  // Listing the events of many years takes long.
  await withLongStatements(db, startListingUnsent)
  const receiver = address.kind === 'file' ? createFileReceiver(address.path) : createSyslogReceiver(address)
  const closing = new AbortController()
  const running = run(receiver, connection, log, closing.signal)
  return {
    async close() {
      closing.abort()
      await running
      await receiver.close()
    },
  }
}

/** Returns pauses that double with each failure, and start over after a success. */
const createPauses = () => {
  let pauseMs = 0
  return {
    next: () => {
      pauseMs = pauseMs ? Math.min(pauseMs * 2, maxPauseMs) : minPauseMs
      return pauseMs
    },
    reset: () => {
      pauseMs = 0
    },
  }
}

const run = async (
  receiver: Receiver,
  connection: Connection,
  log: FastifyBaseLogger,
  signal: AbortSignal,
) => {
  const pauses = createPauses()
  const send = createSending(receiver, log, signal)
  while (!signal.aborted) {
    const client = new pg.Client({
      ...connection,
      application_name: 'partner-portal-audit-log',
      connectionTimeoutMillis: queryTimeoutMs,
      query_timeout: queryTimeoutMs,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      while (!(await lockSending(client))) await delay(lockPollMs, undefined, { signal })
      pauses.reset()
      for (;;) await send(client)
    } catch (err) {
      if (signal.aborted) return
      log.warn({ err }, 'the connection that sends the audit log broke')
      await delay(pauses.next(), undefined, { signal }).catch(() => {})
    } finally {
      // A connection that was lost without an error never confirms that it has ended.
      await Promise.race([client.end().catch(() => {}), delay(minPauseMs)])
    }
  }
}

/** Returns a function that sends unsent events, or waits if there are none. It logs an outage once when it begins and once when it ends. */
const createSending = (receiver: Receiver, log: FastifyBaseLogger, signal: AbortSignal) => {
  const pauses = createPauses()
  let isDown = false
  return async (client: pg.Client) => {
    signal.throwIfAborted()
    const { positions, events } = await listUnsent(client, eventsAtOnce)
    if (positions.length === 0) return delay(pollMs, undefined, { signal })
    try {
      if (events.length > 0) await receiver.send(events)
    } catch (err) {
      if (!isDown) log.error({ err }, 'the audit log cannot be sent; it is sent later')
      isDown = true
      return delay(pauses.next(), undefined, { signal })
    }
    if (isDown) log.info('the audit log is sent again')
    isDown = false
    pauses.reset()
    await deleteUnsent(client, positions)
  }
}
