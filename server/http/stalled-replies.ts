import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { readUnacknowledged } from './unacknowledged.ts'

const defaultMaxStallMs = 20_000
const checksPerStall = 10
// The slowest steady client. What its system has taken at once lasts it for a while, of which this much is waited for.
const minBytesPerMs = 10
const maxStallFactor = 2

interface Progress {
  /** How many bytes the client has taken of all that was sent on its connection. */
  taken: number
  since: number
  /** When it will have been too long. */
  until: number
}

/**
 * Destroys every connection whose client takes nothing of what waits for it: a reply of any kind, an event stream, the chat. It
 * counts what the client's system has acknowledged, because this one's takes megabytes at once and then, from a slow but
 * steady client, nothing for a minute. Call before the application listens.
 */
export const destroyStalledReplies = (
  app: FastifyInstance,
  { maxStallMs = defaultMaxStallMs }: { maxStallMs?: number | undefined } = {},
) => {
  /** The open connections, each with what had been sent when nothing waited for it. */
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
        // With a reset, so that the system forgets at once what it has taken for a client that may never read it.
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
