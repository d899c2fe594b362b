import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { closeCodes } from '#contract/chat/frames.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { createAudience } from './audience.ts'
import { type Connection, createConnection } from './connection.ts'
import { createDelivery } from './delivery.ts'
import { handleFrame, openSession } from './frames.ts'
import { createInboxNews } from './inbox/inbox-broadcast.ts'
import { createPresence } from './presence/presence.ts'
import { createTyping } from './typing.ts'

// Half of the five seconds within which an ended session must have closed its sockets.
const sessionCheckMillis = 2_000
const pingMillis = 25_000
// For storing what was sent until the end.
const patienceMillis = 2_000
// Every tab and device of a person, and some to spare.
const mostOfOnePerson = 20

/** All open sockets of this process. */
export const createSockets = (deps: Deps) => {
  const { db, bus, sessions, log } = deps
  const audience = createAudience()
  const delivery = createDelivery(db, bus, log, audience)
  const presence = createPresence(deps, audience)
  const typing = createTyping(deps, audience)
  const inboxNews = createInboxNews(deps, audience.staff)
  const standing = { ...deps, presence, typing }
  const connections = new Set<Connection>()
  /** What was said to connections that have gone since, and is not stored yet. */
  const unfinished = new Set<Promise<void>>()
  let closing = false

  const closeEnded = async () => {
    if (connections.size === 0) return
    const ended = await sessions.findEnded([...connections].map(({ user }) => user))
    for (const { socket, user } of connections) {
      if (ended.has(user.sid)) socket.close(closeCodes.sessionEnded, 'Signed out')
    }
  }

  let checking = false
  const timers = [
    setInterval(() => {
      if (checking) return
      checking = true
      closeEnded()
        // Nothing is told while the database is away, so nothing reaches who may no longer hear it.
        .catch((err) => log.warn({ err }, 'sessions of sockets cannot be checked'))
        .finally(() => {
          checking = false
        })
    }, sessionCheckMillis),
    setInterval(() => {
      for (const connection of connections) connection.ping()
    }, pingMillis),
  ]
  for (const timer of timers) timer.unref()

  const isCrowded = (user: SignedInUser) => {
    let own = 0
    for (const connection of connections) if (connection.user.id === user.id) own += 1
    return own >= mostOfOnePerson
  }

  return {
    /** Takes on a socket of somebody who has passed all checks. `since` is the last message that they have. */
    add(socket: WebSocket, user: SignedInUser, since: number | undefined) {
      if (isCrowded(user)) return socket.close(closeCodes.tryAgainLater, 'Too many connections')
      const connection = createConnection(socket, user)
      connections.add(connection)
      audience.join(connection)
      presence.join(connection)
      socket.on('close', () => {
        connections.delete(connection)
        const rest = connection.settled()
        unfinished.add(rest)
        void rest.finally(() => unfinished.delete(rest))
        audience.leave(connection)
        delivery.forget(user)
        presence.leave(connection)
        typing.leave(connection)
      })
      socket.on('message', (data, isBinary) => {
        if (closing || !connection.takesFrame()) return
        sessions.keepAlive(user)
        // Bytes are no text: read as one they are no JSON.
        const text = isBinary ? '' : data.toString()
        connection.enqueue(() => handleFrame(standing, connection, text))
      })
      connection.enqueue(async () => {
        try {
          await openSession(standing, connection, since)
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
      inboxNews.close()
      // What was sent is stored first: after this the database is let go. One that does not answer is not waited for.
      closing = true
      const all = Promise.all([...unfinished, ...[...connections].map((connection) => connection.settled())])
      await Promise.race([all, delay(patienceMillis, undefined, { ref: false })])
      await presence.close()
    },
  }
}
