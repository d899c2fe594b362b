import { z } from 'zod'
import { teamName, typingIntervalMs } from '#contract/chat/connection.ts'
import { TypingFrame } from '#contract/chat/frames.ts'
import { isStaff } from '#contract/users/roles.ts'
import { notify } from '#server/bus/data.ts'
import type { Deps } from '#server/deps.ts'
import { nameOf } from '#server/domain-events/actor.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'

// Typing ends by itself when it is not repeated, even if the process of the user who types has died.
const expiryMs = 2 * typingIntervalMs
// The interval is shortened because a browser's timer may fire early.
const minIntervalMs = typingIntervalMs * 0.8
// This is more than the number of conversations in which anyone types at the same time.
const maxOwn = 1000

const Notice = z.strictObject({
  conversationId: z.string(),
  personId: z.string(),
  isSupport: z.boolean(),
  name: z.string(),
  typing: z.boolean(),
})
type Notice = z.output<typeof Notice>

const keyOf = ({ conversationId, personId }: Pick<Notice, 'conversationId' | 'personId'>) =>
  `${conversationId} ${personId}`

/** Shows who is typing. Nothing is stored: notices carry the information between processes, and it is outdated a moment later. */
export const createTyping = (
  { db, bus, log }: Pick<Deps, 'db' | 'bus' | 'log'>,
  connections: Connections,
) => {
  /** The users who type through a connection of this process, and when the other processes were last notified. */
  const own = new Map<string, Notice & { connection: Connection; notifiedAt: number }>()
  /** The users who type in any process. A timer ends each entry. */
  const active = new Map<string, Notice & { timer: NodeJS.Timeout }>()

  const publish = (notice: Notice) => {
    notify(db, 'typing', JSON.stringify(notice)).catch((err) =>
      log.debug({ err }, 'a typing notice was not sent'),
    )
  }

  const broadcast = (notice: Notice) => {
    const { conversationId, personId, isSupport, name, typing } = notice
    const data = { conversationId, isSupport, personId, name, typing }
    const asPerson = JSON.stringify(TypingFrame.encode({ type: 'typing', data }))
    const sendToOthers = (own: ReadonlySet<Connection>) => {
      for (const connection of own) if (connection.user.id !== personId) connection.send(asPerson)
    }
    sendToOthers(connections.staff)
    if (!isSupport) return sendToOthers(connections.partner(conversationId))
    const othersType = [...active.values()].some(
      (each) => each.conversationId === conversationId && each.isSupport && each.personId !== personId,
    )
    // Partners see the team as a single user, who types until the last of its members stops.
    const asTeam = { ...data, personId: null, name: teamName, typing: typing || othersType }
    const forPartner = JSON.stringify(TypingFrame.encode({ type: 'typing', data: asTeam }))
    for (const connection of connections.partner(conversationId)) connection.send(forPartner)
  }

  const handleNotice = (notice: Notice) => {
    const key = keyOf(notice)
    const former = active.get(key)
    clearTimeout(former?.timer)
    active.delete(key)
    if (!notice.typing && !former) return
    if (notice.typing) {
      const timer = setTimeout(() => handleNotice({ ...notice, typing: false }), expiryMs)
      timer.unref()
      active.set(key, { ...notice, timer })
    }
    broadcast(notice)
  }

  bus.subscribe('typing', {
    onNotification: (text) => handleNotice(Notice.parse(JSON.parse(text))),
    onGap: () => {},
  })

  const stop = (key: string) => {
    const entry = own.get(key)
    own.delete(key)
    if (!entry || performance.now() - entry.notifiedAt > expiryMs) return
    const { connection: _connection, notifiedAt: _notifiedAt, ...notice } = entry
    publish({ ...notice, typing: false })
  }

  const deleteExpired = (now: number) => {
    for (const [key, { notifiedAt }] of own) if (now - notifiedAt > expiryMs) own.delete(key)
  }

  return {
    /** Publishes that a user types or has stopped. It can be called at each keystroke, since it notifies other processes at intervals. */
    setTyping(connection: Connection, conversationId: string, typing: boolean) {
      const { user } = connection
      const notice = {
        conversationId,
        personId: user.id,
        isSupport: isStaff(user.role),
        name: nameOf(user),
        typing,
      }
      const key = keyOf(notice)
      if (!typing) return stop(key)
      const now = performance.now()
      const notifiedAt = own.get(key)?.notifiedAt ?? Number.NEGATIVE_INFINITY
      if (now - notifiedAt < minIntervalMs) return
      if (own.size >= maxOwn) deleteExpired(now)
      own.set(key, { ...notice, connection, notifiedAt: now })
      publish(notice)
    },

    leave(connection: Connection) {
      for (const [key, entry] of own) if (entry.connection === connection) stop(key)
    },

    close() {
      for (const { timer } of active.values()) clearTimeout(timer)
    },
  }
}

export type ChatTyping = ReturnType<typeof createTyping>
