import type { ServerResponse } from 'node:http'
import { allPaths } from '#contract/events.ts'
import type { Deps } from '#server/deps.ts'
import { readNotice } from '#server/features/chat/notice.ts'
import { AppError } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import {
  concernsEveryone,
  invalidatedPaths,
  pathsInvalidatedByChat,
  pathsInvalidatedByInbox,
  type Reader,
} from './invalidations.ts'
import { createRecentNotices, type PathsFor } from './recent-notices.ts'
import { createStream, type Stream } from './stream.ts'

// Half of the five seconds within which an ended session must have ended its streams.
const sessionCheckMillis = 2_000
const beatMillis = 20_000
// Every tab and device of a person, and some to spare.
const mostOfOnePerson = 20
// Not all who have the portal open ask at the same moment.
const spreadMillis = 2_000
const spreadAfterGapMillis = 5_000

interface Open {
  user: SignedInUser
  reader: Reader
  stream: Stream
}

/** All streams of this process. */
export const createStreams = ({ bus, sessions, log }: Pick<Deps, 'bus' | 'sessions' | 'log'>) => {
  const open = new Set<Open>()
  const recent = createRecentNotices()

  const tellAll = (pathsFor: PathsFor, spread = 0) => {
    recent.add(pathsFor)
    for (const { reader, stream } of open) stream.tell(pathsFor(reader), spread)
  }

  bus.subscribe('stale', {
    onNotification: (notice) => {
      tellAll((reader) => invalidatedPaths(notice, reader), concernsEveryone(notice) ? spreadMillis : 0)
      for (const { user, stream } of open) {
        // Whom somebody views may be no partner any more.
        if (user.impersonation && notice.startsWith(`user ${user.id} `)) stream.end()
      }
    },
    onGap: () => {
      recent.forget()
      for (const { stream } of open) stream.tell([allPaths], spreadAfterGapMillis)
    },
  })
  bus.subscribe('chat', {
    onNotification: (notice) => {
      const { conversationId } = readNotice(notice)
      tellAll((reader) => pathsInvalidatedByChat(conversationId, reader))
    },
    onGap: () => {},
  })
  bus.subscribe('inbox', {
    onNotification: () => tellAll(pathsInvalidatedByInbox),
    onGap: () => {},
  })

  const endChanged = async () => {
    if (open.size === 0) return
    const changed = await sessions.findChanged([...open].map(({ user }) => user))
    for (const { user, stream } of open) if (changed.has(user.sid)) stream.end()
  }

  let checking = false
  const timers = [
    setInterval(() => {
      if (checking) return
      checking = true
      endChanged()
        .catch((err) => log.warn({ err }, 'sessions of streams cannot be checked'))
        .finally(() => {
          checking = false
        })
    }, sessionCheckMillis),
    setInterval(() => {
      for (const { stream } of open) stream.beat()
    }, beatMillis),
  ]
  for (const timer of timers) timer.unref()

  const countOf = (userId: string) => [...open].filter(({ user }) => user.id === userId).length

  return {
    /** @throws AppError `too_many_requests` */
    requireRoom(user: SignedInUser) {
      if (countOf(user.id) < mostOfOnePerson) return
      throw new AppError('too_many_requests', 'Too many pages are open.', { retryAfter: 10 })
    },

    /**
     * Takes on a stream, whose head has been sent. It is told what became stale in the last `readingMillis`; everything when
     * that is not known, and when it goes on `again` from one before.
     */
    add(response: ServerResponse, user: SignedInUser, again: boolean, readingMillis?: number) {
      const { id, role, partnerId, partnerGroup } = user
      const stream = createStream(response)
      const opened = { user, reader: { id, role, partnerId, partnerGroup }, stream }
      open.add(opened)
      response.on('close', () => open.delete(opened))
      if (!again && readingMillis === undefined) return
      const missed = again ? undefined : recent.ofLast(readingMillis ?? 0)
      for (const pathsFor of missed ?? [() => [allPaths]]) stream.tell(pathsFor(opened.reader))
    },

    close() {
      for (const timer of timers) clearInterval(timer)
      for (const { stream } of open) stream.end()
    },
  }
}
