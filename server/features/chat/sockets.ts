import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { closeCodes } from '#contract/chat/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { type Connection, createConnection } from './connection.ts'
import { createConnections } from './connections.ts'
import { createDelivery } from './delivery.ts'
import { handleFrame, openSession } from './frames.ts'
import { createPresence } from './presence/presence.ts'
import { createTyping } from './typing.ts'

// The check is frequent because the sockets of an ended session must close within five seconds.
const sessionCheckMs = 2_000
const pingMs = 25_000
// The time in which the frames received before the portal stops can be stored.
const closeTimeoutMs = 2_000
// This is enough for every tab and device of a user.
const maxSocketsPerUser = 20

/** Creates the sockets of this process. */
export const createSockets = (deps: Deps) => {
  const { db, bus, sessions, log } = deps
  const connections = createConnections()
  const delivery = createDelivery(db, bus, log, connections)
  const presence = createPresence(deps, connections)
  const typing = createTyping(deps, connections)
  const chatDeps = { ...deps, presence, typing }
  const open = new Set<Connection>()
  /** The tasks that store frames of sockets which are closed already. */
  const unfinished = new Set<Promise<void>>()
  let isClosing = false

  const closeEndedSessions = async () => {
    if (open.size === 0) return
    const ended = await sessions.findEnded([...open].map(({ user }) => user))
    for (const { socket, user } of open) {
      if (ended.has(user.sid)) socket.close(closeCodes.sessionEnded, 'Signed out')
    }
  }

  let isChecking = false
  const timers = [
    setInterval(() => {
      if (isChecking) return
      isChecking = true
      closeEndedSessions()
        // An ended session receives nothing while this fails, because messages come from the same database.
        .catch((err) => log.warn({ err }, 'sessions of sockets cannot be checked'))
        .finally(() => {
          isChecking = false
        })
    }, sessionCheckMs),
    setInterval(() => {
      for (const connection of open) connection.ping()
    }, pingMs),
  ]
  for (const timer of timers) timer.unref()

  const countOf = (userId: string) => [...open].filter(({ user }) => user.id === userId).length

  const handleMessage = async (connection: Connection, text: string) => {
    if (!(await connection.allowsFrame()) || isClosing) return
    sessions.keepAlive(connection.user)
    connection.enqueue(() => handleFrame(chatDeps, connection, text))
  }

  return {
    /** Returns how many sockets are open. */
    count: () => open.size,

    /** Serves the socket of an authorized user. `since` is the last message that the client has. */
    add(socket: WebSocket, user: SignedInUser, since: number | undefined) {
      if (countOf(user.id) >= maxSocketsPerUser)
        return socket.close(closeCodes.tryAgainLater, 'Too many connections')
      const connection = createConnection(socket, user)
      open.add(connection)
      connections.add(connection)
      presence.join(connection)
      socket.on('close', () => {
        open.delete(connection)
        const rest = connection.idle()
        unfinished.add(rest)
        void rest.finally(() => unfinished.delete(rest))
        connections.delete(connection)
        delivery.dropUnfollowed(user)
        presence.leave(connection)
        typing.leave(connection)
      })
      socket.on('message', (data, isBinary) => {
        // A binary frame is never valid. As an empty text, it is refused like other invalid JSON.
        if (!isClosing) void handleMessage(connection, isBinary ? '' : data.toString())
      })
      connection.enqueue(async () => {
        try {
          await openSession(chatDeps, connection, since)
        } catch (err) {
          log.warn({ err }, 'a conversation cannot be read yet')
          socket.close(closeCodes.tryAgainLater, 'Not available')
        }
      })
    },

    async close() {
      for (const timer of timers) clearInterval(timer)
      delivery.close()
      typing.close()
      isClosing = true
      // Frames already received are stored before the database connection is released, unless the database does not answer.
      const all = Promise.all([...unfinished, ...[...open].map((connection) => connection.idle())])
      await Promise.race([all, delay(closeTimeoutMs, undefined, { ref: false })])
      await presence.close()
    },
  }
}
