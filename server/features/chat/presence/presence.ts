import { randomUUID } from 'node:crypto'
import { PresenceFrame } from '#contract/chat/frames.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import type { Audience } from '../audience.ts'
import type { Connection } from '../connection.ts'
import { endLease, ofTeam, renewLease, storeChanges } from './actions.ts'
import { isTeamPresent, listPresent } from './data.ts'

const renewMillis = 10_000
const retryMillis = 1_000
// Who reloads the page has not left.
const graceMillis = 3_000

interface Person {
  isStaff: boolean
  connections: number
  leaving?: NodeJS.Timeout
}

const frameOf = (conversationId: string, present: boolean) =>
  JSON.stringify(PresenceFrame.encode({ type: 'presence', data: { conversationId, present } }))

/**
 * Tells each side of the chat whether the other is there, whichever process they are connected to. Each process notes its
 * people in a table, under a lease that it renews: of one that dies nobody stays there for longer than that.
 */
export const createPresence = ({ db, bus, log }: Pick<Deps, 'db' | 'bus' | 'log'>, audience: Audience) => {
  const processId = randomUUID()
  const people = new Map<string, Person>()
  /** Who has come or left since it was last noted. */
  const changed = new Map<string, { isStaff: boolean }>()
  const asked = new Set<string>()
  let isTeamThere: boolean | undefined
  let chain = Promise.resolve()
  let closed = false

  /** One after the other: what is told last is what is so. */
  const run = (work: () => Promise<void>) => {
    const done = chain.then(work)
    chain = done.catch(() => {})
    return done
  }

  const later = (work: () => void) => {
    setTimeout(() => {
      if (!closed) work()
    }, retryMillis).unref()
  }

  const note = async () => {
    const [come, left] = [[], []] as { userId: string; isStaff: boolean }[][]
    for (const [userId, { isStaff }] of changed) (people.has(userId) ? come : left)?.push({ userId, isStaff })
    changed.clear()
    if (closed || !(come?.length || left?.length)) return
    try {
      await storeChanges(db, processId, come ?? [], left ?? [])
    } catch (err) {
      log.warn({ err }, 'who has come to the chat cannot be noted yet')
      for (const { userId, isStaff } of [...(come ?? []), ...(left ?? [])]) {
        if (!changed.has(userId)) changed.set(userId, { isStaff })
      }
      later(() => void run(note))
    }
  }

  const change = (userId: string, isStaff: boolean) => {
    if (changed.size === 0) void run(note)
    changed.set(userId, { isStaff })
  }

  const tellPartners = (present: boolean) => {
    if (present === isTeamThere) return
    isTeamThere = present
    for (const [id, connections] of audience.partners) {
      for (const connection of connections) connection.send(frameOf(id, present))
    }
  }

  /** Looks after those of whom something was heard. */
  const look = async () => {
    const ids = [...asked]
    asked.clear()
    try {
      if (ids.includes(ofTeam)) tellPartners(await isTeamPresent(db))
      const partners = ids.filter((id) => id !== ofTeam)
      if (partners.length === 0 || audience.staff.size === 0) return
      const present = await listPresent(db, partners)
      for (const id of partners) {
        for (const connection of audience.staff) connection.send(frameOf(id, present.has(id)))
      }
    } catch (err) {
      log.warn({ err }, 'who is in the chat cannot be read yet')
      for (const id of ids) asked.add(id)
      later(() => void run(look))
    }
  }

  const ask = (id: string) => {
    if (asked.size === 0) void run(look)
    asked.add(id)
  }

  const renew = async () => {
    try {
      if (await renewLease(db, processId)) return
      for (const [userId, { isStaff }] of people) change(userId, isStaff)
    } catch (err) {
      log.warn({ err }, 'the lease on who is in the chat cannot be renewed yet')
    }
  }

  let isRenewing = false
  const timer = setInterval(() => {
    if (isRenewing || people.size === 0) return
    isRenewing = true
    void run(async () => {
      if (!closed) await renew()
      isRenewing = false
    })
  }, renewMillis)
  timer.unref()

  bus.subscribe('presence', { onNotification: ask, onGap: () => ask(ofTeam) })

  return {
    processId,

    join({ user: { id, role } }: Connection) {
      const person = people.get(id)
      clearTimeout(person?.leaving)
      people.set(id, { isStaff: isStaff(role), connections: (person?.connections ?? 0) + 1 })
      if (!person) change(id, isStaff(role))
    },

    leave({ user: { id } }: Connection) {
      const person = people.get(id)
      if (!person) return
      person.connections -= 1
      if (person.connections > 0) return
      person.leaving = setTimeout(() => {
        people.delete(id)
        change(id, person.isStaff)
      }, graceMillis)
      person.leaving.unref()
    },

    /** Tells a connection that opens a conversation whether the other side is there. */
    greet: (connection: Connection, conversationId: string) =>
      run(async () => {
        if (!isStaff(connection.user.role)) {
          if (isTeamThere === undefined) tellPartners(await isTeamPresent(db))
          return connection.send(frameOf(conversationId, isTeamThere === true))
        }
        connection.send(
          frameOf(conversationId, (await listPresent(db, [conversationId])).has(conversationId)),
        )
      }).catch((err) => log.warn({ err }, 'who is in the chat cannot be read yet')),

    async close() {
      closed = true
      clearInterval(timer)
      for (const { leaving } of people.values()) clearTimeout(leaving)
      await run(() => endLease(db, processId)).catch((err) =>
        log.warn({ err }, 'the lease on who is in the chat cannot be ended: it runs out'),
      )
    },
  }
}

export type ChatPresence = ReturnType<typeof createPresence>
