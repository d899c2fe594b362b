import type { Deps } from '#server/deps.ts'
import { eventOfActivation } from '#server/features/activations/calendar.ts'
import { type CalendarEvent, calendarFile } from '#server/http/calendar-file.ts'
import { linkFor, linkTo } from '#server/mail/links.ts'
import { audienceOf, idsOf, ownReader } from '../access.ts'
import { listPlanned } from '../planned/planned.ts'
import { eventOfTask } from '../task-event.ts'
import * as data from './data.ts'

const dayMs = 24 * 60 * 60 * 1000
const daysBack = 90
/** The number of days in eighteen months. */
const daysOn = 548
// Calendar programs download the whole feed each time.
const maxEventsOfKind = 1000
const refreshHours = 1
// Programs download the feed each hour, and folding thousands of long texts would block other requests. The event links to the full text.
const maxDescription = 500

type FeedUser = NonNullable<Awaited<ReturnType<typeof data.findFeedUser>>>

const shortened = (text: string) =>
  text.length > maxDescription
    ? `${text
        .slice(0, maxDescription - 1)
        .toWellFormed()
        .trimEnd()}…`
    : text

/** Adds the name of the business, which staff and people of several partners see. */
const nameWith = (name: string, businessName: string | null) =>
  businessName === null ? name : `${name} (${businessName})`

const plannedEvents = async ({ db, baseUrl }: FeedDeps, time: data.FeedTime, audience: string[] | null) => {
  const planned = await listPlanned(db, { from: time.now, until: time.until }, audience)
  return planned.slice(0, time.limit).map(
    ({ series, at }): CalendarEvent => ({
      id: `${series.id}-${at.getTime()}`,
      name: `Planned: ${series.name}`,
      start: at,
      description: series.instructions,
      url: baseUrl(),
      createdAt: series.createdAt,
      updatedAt: series.updatedAt,
      isDue: true,
      isPlanned: true,
    }),
  )
}

const eventsOf = async (deps: FeedDeps, user: FeedUser, time: data.FeedTime): Promise<CalendarEvent[]> => {
  const { db, baseUrl } = deps
  const reader = ownReader(user.role, user.partners)
  if (!reader) return []
  const partnerIds = idsOf(reader)
  const [activations, tasks, shared, owed, planned] = await Promise.all([
    data.listFeedActivations(db, time, partnerIds),
    data.listFeedTasks(
      db,
      time,
      partnerIds === null ? { ownerId: user.id } : { partnerIds, userId: user.id },
    ),
    partnerIds === null ? data.listFeedTaskDefinitions(db, time) : [],
    data.listFeedObligations(
      db,
      time,
      reader.partners === null ? { managerId: user.id } : { partners: reader.partners },
    ),
    plannedEvents(deps, time, audienceOf(reader)),
  ])
  const urlOf = (path: string, row: { partnerId: string }) =>
    `${baseUrl()}${linkFor({ memberships: user.partners }, path, row)}`
  const named = <Row extends { businessName: string }>({ businessName, ...row }: Row, name: string) => ({
    ...row,
    name: nameWith(name, reader.namesPartners ? businessName : null),
  })
  return [
    ...activations.map((row) =>
      eventOfActivation(named(row, row.name), urlOf(linkTo.activation(row.id), row)),
    ),
    ...tasks.map((row) => eventOfTask(named(row, row.taskName), urlOf(linkTo.task(row.id), row))),
    ...shared.map((row) =>
      eventOfTask({ ...row, name: row.taskName }, `${baseUrl()}/?task=${row.id}&parts=all`),
    ),
    ...owed.map(({ at, activationId, documentId, ...row }): CalendarEvent => {
      const path = activationId ? linkTo.activation(activationId) : linkTo.agreement(documentId)
      return { ...named(row, `Due: ${row.name}`), start: at, url: urlOf(path, row), isDue: true }
    }),
    ...planned,
  ]
}

type FeedDeps = Pick<Deps, 'db' | 'baseUrl'>

/** Returns the calendar of a user as a file, with the last three months and the next eighteen. */
export const feedFile = async (
  { settings: { companyName }, ...deps }: FeedDeps & Pick<Deps, 'settings'>,
  user: FeedUser,
  now: Date,
) => {
  const at = (days: number) => new Date(now.getTime() + days * dayMs)
  const time = { now, from: at(-daysBack), until: at(daysOn), limit: maxEventsOfKind }
  const events = await eventsOf(deps, user, time)
  const short = events.map(({ description, ...event }) => ({
    ...event,
    description: description ? shortened(description) : null,
  }))
  return calendarFile(short, {
    companyName,
    subscription: { name: `${companyName} Partner Portal`, hours: refreshHours },
  })
}
