import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { readUnacknowledged } from './unacknowledged.ts'

const defaultMaxStallMs = 20_000
const checksPerStall = 10
// A client that reads at least this fast is slow but not stalled. Its system may accept many bytes at once, which then last for a while;
// the server waits that long, but at most `maxStallFactor` times as long as for others.
const minBytesPerMs = 10
const maxStallFactor = 2

interface Progress {
  /** How many bytes the client has accepted of everything that was sent on its connection. */
  taken: number
  since: number
  /** The time at which the client counts as stalled. */
  until: number
}

/**
 * Destroys every connection whose client accepts nothing of the data that waits for it: a response of any kind, an event stream, the chat.
 * Counts the bytes that the client's system has acknowledged. Bytes that this machine's system has accepted say little: it takes megabytes
 * at once and then, with a slow but steady client, nothing for a minute. Call it before the application listens.
 */
export const destroyStalledReplies = (
  app: FastifyInstance,
  { maxStallMs = defaultMaxStallMs }: { maxStallMs?: number | undefined } = {},
) => {
  /** The open connections, each with the number of bytes sent when no data was last waiting for it. */
  const open = new Map<Socket, number>()
  const waiting = new Map<Socket, Progress>()
  app.server.on('connection', (socket) => {
    open.set(socket, 0)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(socket)
    })
  })

  const listBlocked = () => {
    const blocked: Socket[] = []
    for (const socket of open.keys()) {
      if (socket.writableLength > 0) blocked.push(socket)
      else {
        waiting.delete(socket)
        open.set(socket, socket.bytesWritten)
      }
    }
    return blocked
  }

  const check = async () => {
    const blocked = listBlocked()
    if (blocked.length === 0) return
    const unacknowledged = await readUnacknowledged()
    const now = performance.now()
    for (const socket of blocked) {
      const taken = socket.bytesWritten - socket.writableLength - unacknowledged(socket)
      const before = waiting.get(socket)
      const step = taken - (before?.taken ?? open.get(socket) ?? 0)
      if (!before || step > 0) {
        const lasts = (before?.until ?? now) + step / minBytesPerMs
        const until = Math.max(now + maxStallMs, Math.min(lasts, now + maxStallMs * maxStallFactor))
        waiting.set(socket, { taken, since: now, until })
      } else if (now >= before.until) {
        app.log.info(
          { seconds: Math.round((now - before.since) / 1000) },
          'a client took nothing of its reply',
        )
        // The reset makes the system discard at once the data that it has accepted for a client that may never read it.
        socket.resetAndDestroy()
      }
    }
  }

  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    void check().finally(() => {
      isChecking = false
    })
  }, maxStallMs / checksPerStall)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
