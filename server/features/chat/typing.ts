import { z } from 'zod'
import { TypingFrame, teamName, typingTimeoutMs } from '#contract/chat/frames.ts'
import { isStaff } from '#contract/users/roles.ts'
import { notify } from '#server/bus/data.ts'
import type { Deps } from '#server/deps.ts'
import { nameOf } from '#server/features/audit-log/record.ts'
import type { Audience } from './audience.ts'
import type { Connection } from './connection.ts'

// Said no more, it is over by itself: also where the process of whoever typed has died.
const overMillis = 2 * typingTimeoutMs
// A browser's timer may be early.
const shortestMillis = typingTimeoutMs * 0.8
// More than people type in at a time.
const mostKept = 1000

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

/** Tells who types. Stored nowhere: it goes from process to process as it is, and is worth nothing a moment later. */
export const createTyping = ({ db, bus, log }: Pick<Deps, 'db' | 'bus' | 'log'>, audience: Audience) => {
  /** Who types through this process, by which connection, and when the others were last told. */
  const own = new Map<string, Notice & { connection: Connection; toldAt: number }>()
  /** Who types, wherever, each until its timer says that it is over. */
  const known = new Map<string, Notice & { timer: NodeJS.Timeout }>()

  const send = (notice: Notice) => {
    notify(db, 'typing', JSON.stringify(notice)).catch((err) => log.debug({ err }, 'typing is not told'))
  }

  const tell = (notice: Notice) => {
    const { conversationId, personId, isSupport, name, typing } = notice
    const data = { conversationId, isSupport, personId, name, typing }
    const forStaff = JSON.stringify(TypingFrame.encode({ type: 'typing', data }))
    for (const connection of audience.staff) if (connection.user.id !== personId) connection.send(forStaff)
    if (!isSupport) return
    const others = [...known.values()].some(
      (each) => each.conversationId === conversationId && each.isSupport && each.personId !== personId,
    )
    // The team is one to a partner, and goes on typing until the last of it stops.
    const asTeam = { ...data, personId: null, name: teamName, typing: typing || others }
    const forPartner = JSON.stringify(TypingFrame.encode({ type: 'typing', data: asTeam }))
    for (const connection of audience.partner(conversationId)) connection.send(forPartner)
  }

  const hear = (notice: Notice) => {
    const key = keyOf(notice)
    const former = known.get(key)
    clearTimeout(former?.timer)
    known.delete(key)
    if (!notice.typing && !former) return
    if (notice.typing) {
      const timer = setTimeout(() => hear({ ...notice, typing: false }), overMillis)
      timer.unref()
      known.set(key, { ...notice, timer })
    }
    tell(notice)
  }

  bus.subscribe('typing', {
    onNotification: (text) => hear(Notice.parse(JSON.parse(text))),
    onGap: () => {},
  })

  const stop = (key: string) => {
    const typist = own.get(key)
    own.delete(key)
    if (!typist || performance.now() - typist.toldAt > overMillis) return
    const { connection: _connection, toldAt: _toldAt, ...notice } = typist
    send({ ...notice, typing: false })
  }

  const forgetOld = (now: number) => {
    for (const [key, { toldAt }] of own) if (now - toldAt > overMillis) own.delete(key)
  }

  return {
    /** However often it is said, the others are told once in a while. */
    say(connection: Connection, conversationId: string, typing: boolean) {
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
      const toldAt = own.get(key)?.toldAt ?? Number.NEGATIVE_INFINITY
      if (now - toldAt < shortestMillis) return
      if (own.size >= mostKept) forgetOld(now)
      own.set(key, { ...notice, connection, toldAt: now })
      send(notice)
    },

    leave(connection: Connection) {
      for (const [key, typist] of own) if (typist.connection === connection) stop(key)
    },

    close() {
      for (const { timer } of known.values()) clearTimeout(timer)
    },
  }
}

export type ChatTyping = ReturnType<typeof createTyping>
