import { hash } from 'node:crypto'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/calendar.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { requireOwnAccount } from '#server/features/account/sessions/access.ts'
import { downloadName } from '#server/features/files/file-name.ts'
import { canReachTask } from '#server/features/tasks/access.ts'
import { getTask } from '#server/features/tasks/data.ts'
import { notFound, orNotFound } from '#server/http/app-error.ts'
import { calendarFile } from '#server/http/calendar-file.ts'
import { networkOf } from '#server/http/network.ts'
import { createRateLimiter } from '#server/http/rate-limiter.ts'
import { route } from '#server/http/route.ts'
import { linkFor, linkTo } from '#server/mail/links.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { type CalendarReader, ownReader } from './access.ts'
import { getPartnerGroup } from './data.ts'
import { daysOf } from './days.ts'
import { listDays } from './entries.ts'
import { createFeed, removeFeed } from './feed/actions.ts'
import { findFeedUser, getFeed } from './feed/data.ts'
import { feedFile } from './feed/feed-file.ts'
import { eventOfTask } from './task-event.ts'

const calendarType = 'text/calendar; charset=utf-8'

export const registerCalendar = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions, settings, baseUrl } = deps

  // The limit is high because an online calendar service reads the calendars of many users from one network.
  const limitNetwork = createRateLimiter(db, {
    name: 'calendar-feed',
    max: 600,
    windowSeconds: 15 * 60,
    message: (wait) => `Too many requests. Try again in ${wait}.`,
  })

  const readerOf = async (
    user: SignedInUser,
    partnerId: string | undefined,
  ): Promise<CalendarReader | null> => {
    if (partnerId === undefined) return ownReader(user.role, user.memberships)
    if (isStaff(user.role)) {
      const partnerGroup = orNotFound(await getPartnerGroup(db, partnerId))
      return { partners: [{ partnerId, partnerGroup, canSign: true }], namesPartners: true }
    }
    const own = user.memberships.filter((membership) => membership.partnerId === partnerId)
    return orNotFound(ownReader(user.role, own) ?? undefined)
  }

  route(app, sessions, contract.getCalendar, async ({ user, query }) => {
    const { from, to, timeZone = 'UTC', partnerId } = query
    const reader = await readerOf(user, partnerId)
    return { days: reader ? await listDays(db, daysOf(from, to, timeZone), reader) : [] }
  })

  route(app, sessions, contract.getTaskCalendar, async ({ user, params, reply }) => {
    const task = orNotFound(await getTask(db, params.id))
    if (!canReachTask(user, task)) throw notFound()
    const event = eventOfTask(
      { ...task, name: task.taskName },
      `${baseUrl()}${linkFor(user, linkTo.task(task.id), task)}`,
    )
    return reply
      .type(calendarType)
      .header('content-disposition', contentDisposition(downloadName(task.taskName, 'ics')))
      .send(await calendarFile([event], settings))
  })

  const shown = ({ token, createdAt }: { token: string; createdAt: Date }) => ({
    url: `${baseUrl()}${contract.readCalendarFeed.path.replace(':token', token)}`,
    createdAt,
  })

  route(app, sessions, contract.getCalendarFeed, async ({ user }) => {
    requireOwnAccount(user)
    const feed = await getFeed(db, user.id)
    return { feed: feed ? shown(feed) : null }
  })

  route(app, sessions, contract.createCalendarFeed, async ({ user }) => ({
    feed: shown(await createFeed(deps, user)),
  }))

  route(app, sessions, contract.removeCalendarFeed, async ({ user }) => removeFeed(deps, user))

  route(app, sessions, contract.readCalendarFeed, async ({ params, request, reply }) => {
    await limitNetwork(networkOf(request.ip))
    const file = await feedFile(deps, orNotFound(await findFeedUser(db, params.token)), new Date())
    const tag = `"${hash('sha256', file, 'base64url')}"`
    reply.header('cache-control', 'private, no-store').header('etag', tag)
    if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type(calendarType).send(file)
  })
}

/** Whether one of the tags that a program sends is the current one. A proxy that compresses the file marks its tag as weak with `W/`. */
const isKnown = (sent: string | undefined, tag: string) =>
  sent?.split(',').some((each) => each.trim().replace(/^W\//, '') === tag) ?? false
