import type { Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

// An upload on a slow line ends within this, and one that hangs does not keep the process.
const maxFinishMs = 60_000
// Browsers open connections in reserve, on which they may send nothing.
const maxSilentMs = 1_000
const maxTurns = 1_000

/**
 * Closes connections so that no request is lost. While `isStopping`, every answer ends its connection, so that a proxy opens another.
 * `close` listens no more, leaves requests under way up to `maxMs` to finish, and destroys what is open then. Call before any other
 * hook that closes something.
 */
export const finishConnections = (
  app: FastifyInstance,
  isStopping: () => boolean,
  { maxMs = maxFinishMs }: { maxMs?: number | undefined } = {},
) => {
  const { server } = app
  const open = new Set<Socket>()
  let accepted = 0
  let isClosing = false
  server.on('connection', (socket) => {
    accepted += 1
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing || isStopping()) reply.header('connection', 'close')
    done()
  })

  /** Resolves after a turn of the event loop that found no connection to accept: those that wait are lost with the listening socket. */
  const acceptWaiting = async () => {
    // The rest of this turn accepts none.
    await nextTurn()
    for (let turn = 0, before = -1; before !== accepted && turn < maxTurns; turn += 1) {
      before = accepted
      await nextTurn()
    }
  }

  const destroySilent = async () => {
    await delay(maxSilentMs, undefined, { ref: false })
    // What has arrived meanwhile is read first.
    await nextTurn()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }

  const destroyLate = () => {
    app.log.warn({ connections: open.size }, 'stopped with requests that had not ended')
    for (const socket of open) socket.destroy()
  }

  // Fastify closes the server after this, and waits until its last connection has ended.
  app.addHook('preClose', async () => {
    isClosing = true
    if (!server.listening) return
    await acceptWaiting()
    server.close()
    const late = setTimeout(destroyLate, maxMs)
    server.once('close', () => clearTimeout(late))
    void destroySilent()
  })
}
