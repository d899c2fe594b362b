import { randomUUID } from 'node:crypto'
import { PresenceFrame } from '#contract/chat/frames.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { recordSeenAt } from '#server/sessions/data.ts'
import type { Connection } from '../connection.ts'
import type { Connections } from '../connections.ts'
import { nextReplyTime } from '../office-hours/away-reply.ts'
import { getOfficeHours } from '../office-hours/data.ts'
import { endLease, renewLease, storePresenceChanges, teamId } from './actions.ts'
import { isTeamPresent, listConversationPresence, type PresenceChange } from './data.ts'

const renewMs = 10_000
const retryMs = 1_000
// A user who only reloads the page is connected again within this time.
const graceMs = 3_000

interface ConnectedUser {
  isStaff: boolean
  connectionCount: number
  leaving?: NodeJS.Timeout
}

const presenceFrame = (
  conversationId: string,
  present: boolean,
  { replyBy = null, lastSeenAt = null }: { replyBy?: Date | null; lastSeenAt?: Date | null },
) =>
  JSON.stringify(
    PresenceFrame.encode({ type: 'presence', data: { conversationId, present, replyBy, lastSeenAt } }),
  )

/**
 * Shows each side of the chat whether the other is connected to any process. Each process stores its users in a table, under a lease that
 * it renews, so that users of a process that has died stop counting as present when the lease expires.
 */
export const createPresence = (
  { db, bus, log, settings }: Pick<Deps, 'db' | 'bus' | 'log' | 'settings'>,
  connections: Connections,
) => {
  const processId = randomUUID()
  const users = new Map<string, ConnectedUser>()
  /** Users who joined or left since the table was last written. */
  const changed = new Map<string, { isStaff: boolean }>()
  /** The partners' users, or the team, whose presence has to be read again. */
  const outdated = new Set<string>()
  let isTeamConnected: boolean | undefined
  let queue = Promise.resolve()
  let isClosed = false

  /** Runs tasks one after the other, so that the last frame sent is the current state. */
  const enqueue = (work: () => Promise<void>) => {
    const done = queue.then(work)
    queue = done.catch(() => {})
    return done
  }

  const retryLater = (work: () => void) => {
    setTimeout(() => {
      if (!isClosed) work()
    }, retryMs).unref()
  }

  const storeChanges = async () => {
    const changes = [...changed].map(([userId, { isStaff }]) => ({ userId, isStaff }))
    const joined: PresenceChange[] = changes.filter(({ userId }) => users.has(userId))
    const left: PresenceChange[] = changes.filter(({ userId }) => !users.has(userId))
    changed.clear()
    if (isClosed || changes.length === 0) return
    try {
      await storePresenceChanges(db, processId, joined, left)
    } catch (err) {
      log.warn({ err }, 'presence cannot be stored, retrying')
      for (const { userId, isStaff } of changes) {
        if (!changed.has(userId)) changed.set(userId, { isStaff })
      }
      retryLater(() => void enqueue(storeChanges))
    }
  }

  const markChanged = (userId: string, isStaff: boolean) => {
    if (changed.size === 0) void enqueue(storeChanges)
    changed.set(userId, { isStaff })
  }

  const getReplyBy = async () => {
    const { hours } = await getOfficeHours({ db, settings })
    return hours && nextReplyTime(hours, new Date())
  }

  const sendTeamPresence = async (present: boolean) => {
    if (present === isTeamConnected) return
    const replyBy = present ? null : await getReplyBy()
    isTeamConnected = present
    for (const [id, own] of connections.partners) {
      for (const connection of own) connection.send(presenceFrame(id, present, { replyBy }))
    }
  }

  const partnerFrames = async (which: Parameters<typeof listConversationPresence>[1]) => {
    const found = await listConversationPresence(db, which)
    return found.map(({ id, present, lastSeenAt }) =>
      presenceFrame(id, present, present ? {} : { lastSeenAt }),
    )
  }

  const refresh = async () => {
    const ids = [...outdated]
    outdated.clear()
    try {
      if (ids.includes(teamId)) await sendTeamPresence(await isTeamPresent(db))
      const userIds = ids.filter((id) => id !== teamId)
      if (userIds.length === 0 || connections.staff.size === 0) return
      for (const frame of await partnerFrames({ userIds })) {
        for (const connection of connections.staff) connection.send(frame)
      }
    } catch (err) {
      log.warn({ err }, 'presence cannot be read, retrying')
      for (const id of ids) outdated.add(id)
      retryLater(() => void enqueue(refresh))
    }
  }

  const markOutdated = (id: string) => {
    if (outdated.size === 0) void enqueue(refresh)
    outdated.add(id)
  }

  const renew = async () => {
    try {
      if (await renewLease(db, processId)) return
      for (const [userId, { isStaff }] of users) markChanged(userId, isStaff)
    } catch (err) {
      log.warn({ err }, 'the presence lease cannot be renewed')
    }
  }

  let isRenewing = false
  const timer = setInterval(() => {
    if (isRenewing || users.size === 0) return
    isRenewing = true
    void enqueue(async () => {
      if (!isClosed) await renew()
      isRenewing = false
    })
  }, renewMs)
  timer.unref()

  bus.subscribe('presence', { onNotification: markOutdated, onGap: () => markOutdated(teamId) })

  return {
    processId,

    join({ user: { id, role } }: Connection) {
      const former = users.get(id)
      clearTimeout(former?.leaving)
      users.set(id, { isStaff: isStaff(role), connectionCount: (former?.connectionCount ?? 0) + 1 })
      if (!former) markChanged(id, isStaff(role))
    },

    leave({ user: { id, partnerId } }: Connection) {
      const user = users.get(id)
      if (!user) return
      if (partnerId && !isClosed) {
        recordSeenAt(db, id, partnerId).catch((err) => log.warn({ err }, 'when a person left is not stored'))
      }
      user.connectionCount -= 1
      if (user.connectionCount > 0) return
      user.leaving = setTimeout(() => {
        users.delete(id)
        markChanged(id, user.isStaff)
      }, graceMs)
      user.leaving.unref()
    },

    /** Sends the presence of the other side to a connection that opens a conversation. */
    sendPresence: (connection: Connection, conversationId: string) =>
      enqueue(async () => {
        if (isStaff(connection.user.role)) {
          for (const frame of await partnerFrames({ conversationId })) connection.send(frame)
          return
        }
        if (isTeamConnected === undefined) await sendTeamPresence(await isTeamPresent(db))
        const replyBy = isTeamConnected ? null : await getReplyBy()
        connection.send(presenceFrame(conversationId, isTeamConnected === true, { replyBy }))
      }).catch((err) => log.warn({ err }, 'presence cannot be read')),

    async close() {
      isClosed = true
      clearInterval(timer)
      for (const { leaving } of users.values()) clearTimeout(leaving)
      await enqueue(() => endLease(db, processId)).catch((err) =>
        log.warn({ err }, 'the presence lease cannot be ended and will expire'),
      )
    },
  }
}

export type ChatPresence = ReturnType<typeof createPresence>
