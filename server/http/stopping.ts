import type { Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

// An upload on a slow connection ends within this time, and a request that hangs does not keep the process running.
const maxFinishMs = 60_000
// Browsers open spare connections, on which they may never send anything.
const maxSilentMs = 1_000
const maxTurns = 1_000

/**
 * Closes connections so that no request is lost. While `isStopping`, every response ends its connection, so that a proxy opens another.
 * `close` stops listening, gives requests under way up to `maxMs` to finish, and then destroys what is still open. Call it before any other
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

  /** Resolves after a turn of the event loop that accepted no connection: those that still wait are lost with the listening socket. */
  const acceptWaiting = async () => {
    // The rest of the present turn accepts no connections.
    await nextTurn()
    for (let turn = 0, before = -1; before !== accepted && turn < maxTurns; turn += 1) {
      before = accepted
      await nextTurn()
    }
  }

  const destroySilent = async () => {
    await delay(maxSilentMs, undefined, { ref: false })
    // Data that has arrived in the meantime is read first.
    await nextTurn()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }

  const destroyLate = () => {
    app.log.warn({ connections: open.size }, 'stopped with requests that had not ended')
    for (const socket of open) socket.destroy()
  }

  // After this hook, Fastify closes the server and waits until its last connection has ended.
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
