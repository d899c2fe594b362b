import type { ServerResponse } from 'node:http'
import { allPaths } from '#contract/events.ts'
import { getCurrentUser } from '#contract/session/session.ts'
import type { Deps } from '#server/deps.ts'
import { parseChatNotice } from '#server/features/chat/notices.ts'
import { AppError } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { concernsEveryone, invalidatedPaths, pathsInvalidatedByChat } from './invalidations.ts'
import { createRecentNotices, type PathsFor } from './recent-notices.ts'
import { createStream, type Stream } from './stream.ts'

// The streams of an ended session must end within five seconds, so sessions are checked twice in that time.
const sessionCheckMs = 2_000
const heartbeatMs = 20_000
// This is enough for every tab and device of a user, with some to spare.
const maxStreamsPerUser = 20
// These delays spread the reads of all open pages.
const spreadMs = 2_000
const spreadAfterGapMs = 5_000

interface OpenStream {
  /** The user, as of the last notice that concerned them. */
  user: SignedInUser
  stream: Stream
}

/** All event streams of this process. */
export const createStreams = ({ bus, sessions, log }: Pick<Deps, 'bus' | 'sessions' | 'log'>) => {
  const open = new Set<OpenStream>()
  let isClosed = false
  const recent = createRecentNotices()

  const broadcast = (pathsFor: PathsFor, spread = 0) => {
    recent.add(pathsFor)
    for (const { user, stream } of open) stream.invalidate(pathsFor(user), spread)
  }

  bus.subscribe('stale', {
    onNotification: (notice) => {
      broadcast((reader) => invalidatedPaths(notice, reader), concernsEveryone(notice) ? spreadMs : 0)
      for (const { user, stream } of open) {
        // The user whom staff view the portal as may no longer be a partner.
        if (user.impersonation && notice.startsWith(`user ${user.id} `)) stream.end()
      }
    },
    onGap: () => {
      recent.clear()
      for (const { stream } of open) stream.invalidate([allPaths], spreadAfterGapMs)
    },
  })
  bus.subscribe('chat', {
    onNotification: (notice) => {
      const { conversationId } = parseChatNotice(notice)
      broadcast((reader) => pathsInvalidatedByChat(conversationId, reader))
    },
    onGap: () => {},
  })

  const endChangedSessions = async () => {
    if (open.size === 0) return
    const changed = await sessions.findChanged([...open].map(({ user }) => user))
    for (const { user, stream } of open) {
      if (!changed.has(user.sid)) continue
      // The notice of the change may not have arrived yet, so the page is asked to read its user first.
      stream.invalidate([getCurrentUser.path])
      stream.end()
    }
  }

  let isChecking = false
  const timers = [
    setInterval(() => {
      if (isChecking) return
      isChecking = true
      endChangedSessions()
        .catch((err) => log.warn({ err }, 'sessions of event streams cannot be checked'))
        .finally(() => {
          isChecking = false
        })
    }, sessionCheckMs),
    setInterval(() => {
      for (const { stream } of open) stream.sendHeartbeat()
    }, heartbeatMs),
  ]
  for (const timer of timers) timer.unref()

  const countOf = (userId: string) => [...open].filter(({ user }) => user.id === userId).length

  return {
    /** Returns the number of open streams. */
    count: () => open.size,

    /** Checks that the user may open one more stream. @throws AppError `too_many_requests` */
    requireBelowLimit(user: SignedInUser) {
      if (countOf(user.id) < maxStreamsPerUser) return
      throw new AppError('too_many_requests', 'Too many tabs are open. Close some and try again.', {
        retryAfter: 10,
      })
    },

    /**
     * Serves a stream whose headers have been sent. It begins with what went out of date in the last `readingMs`, or with
     * everything when that is not known or the stream is `resumed`.
     */
    add(response: ServerResponse, user: SignedInUser, resumed: boolean, readingMs?: number) {
      const stream = createStream(response)
      // Browsers reopen a stream that ends, at another process, but give up on a stream that is refused.
      if (isClosed) return stream.end()
      const opened = { user, stream }
      open.add(opened)
      response.on('close', () => open.delete(opened))
      if (!resumed && readingMs === undefined) return
      const missed = resumed ? undefined : recent.ofLast(readingMs ?? 0)
      for (const pathsFor of missed ?? [() => [allPaths]]) stream.invalidate(pathsFor(user))
    },

    close() {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      for (const { stream } of open) stream.end()
    },
  }
}
