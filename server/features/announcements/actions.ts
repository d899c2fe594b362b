import type { CreateAnnouncement, UpdateAnnouncement } from '#contract/announcements.ts'
import { changedAudience, namedAudience } from '#contract/audience.ts'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { checkedAudience } from '#server/features/audience/actions.ts'
import { changedColumns, storedAudience } from '#server/features/audience/views/actions.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { requireResources, withFileTitles } from '#server/features/resources/linked/actions.ts'
import { setLinks } from '#server/features/resources/linked/data.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { pick } from '#server/pick.ts'
import * as data from './data.ts'
import { announcementChanged, announcementCreated, announcementDeleted, announcementEnded } from './events.ts'
import { freezeEnded, unfreeze } from './freezing/data.ts'
import { notifyAudience } from './notify.ts'
import { publishIfDue } from './publish.ts'

type AnnouncementDeps = Pick<Deps, 'db' | 'jobs'>

const alone = () => wrongField('assignedViewId', 'A view cannot be combined with partners or a group.')

const later = (one: Date, other: Date) => (one > other ? one : other)

/** @throws AppError `bad_request` unless the end is later than now and the time of publishing */
const requireTimeToShow = (publishAt: Date, endsAt: Date | null | undefined, now: Date) => {
  if (!endsAt) return
  if (endsAt <= publishAt) throw wrongField('endsAt', 'The end must be after the publish time')
  if (endsAt <= now) throw wrongField('endsAt', 'The end must be in the future')
}

const audienceFields = ['assignedPartnerIds', 'assignedGroup', 'assignedViewId'] as const
const logged = ['title', 'body', 'publishAt', 'endsAt', ...audienceFields, 'resources'] as const

const loggedFields = (announcement: NonNullable<Awaited<ReturnType<typeof data.getAnnouncement>>>) =>
  filledFields(withFileTitles(pick(announcement, ...logged)))

/** @throws AppError `bad_request` when a partner does not exist, or the announcement would end before it shows */
export const createAnnouncement = ({ db, jobs }: AnnouncementDeps, staff: Actor, form: CreateAnnouncement) =>
  db.transaction(async (tx) => {
    const { assignedPartnerIds, assignedGroup, assignedViewId } = form
    const named = namedAudience({ partnerId: null, assignedPartnerIds, assignedGroup, assignedViewId })
    if (!named) throw alone()
    const audience = await checkedAudience(tx, named, { user: staff })
    const now = await data.getTime(tx)
    const publishAt = later(form.publishAt ?? now, now)
    const endsAt = form.endsAt ?? null
    requireTimeToShow(publishAt, endsAt, now)
    const id = await data.createAnnouncement(tx, {
      title: form.title,
      body: form.body,
      publishAt,
      endsAt,
      ...(await storedAudience(tx, audience)),
      createdBy: staff.id,
    })
    await requireResources(tx, form.resourceIds ?? [])
    await setLinks(tx, 'announcement', id, form.resourceIds ?? [])
    await publishIfDue({ jobs }, tx, id)
    const created = orNotFound(await data.getAnnouncement(tx, id))
    await record(tx, announcementCreated, staff, { announcement: created, after: loggedFields(created) })
    return created
  })

/**
 * Changes an announcement. Partners who have read it are not asked to read it again.
 * @throws AppError `not_found`; `conflict` when it has changed meanwhile; `bad_request` for impossible times or unknown partners
 */
export const updateAnnouncement = (
  { db, jobs }: AnnouncementDeps,
  staff: Actor,
  id: string,
  {
    updatedAt,
    publishAt,
    endsAt,
    assignedPartnerIds,
    assignedGroup,
    assignedViewId,
    resourceIds,
    ...texts
  }: UpdateAnnouncement,
) =>
  db.transaction(async (tx) => {
    const announcement = orNotFound(await data.lockAnnouncement(tx, id))
    requireUnchanged(announcement, updatedAt)
    const now = await data.getTime(tx)
    const isNamed = assignedPartnerIds !== undefined || assignedViewId !== undefined
    const named = namedAudience(
      changedAudience(announcement, { partnerId: null, assignedPartnerIds, assignedGroup, assignedViewId }),
    )
    if (!named) throw alone()
    const audience = isNamed
      ? await checkedAudience(tx, named, { user: staff, former: announcement })
      : undefined
    const publishing = nextPublishAt(announcement, publishAt, now)
    const isTimeChanged = publishing.getTime() !== announcement.publishAt.getTime()
    const isEndChanged = endsAt !== undefined && endsAt?.getTime() !== announcement.endsAt?.getTime()
    if (isTimeChanged || isEndChanged) {
      requireTimeToShow(publishing, endsAt === undefined ? announcement.endsAt : endsAt, now)
    }
    const next = { ...texts, publishAt: publishing, ...(endsAt !== undefined && { endsAt }) }
    const resources = resourceIds && (await requireResources(tx, resourceIds))
    const formerFiles = announcement.resources.map(({ filePath: _path, ...file }) => file)
    const changes = changedFields(
      { ...announcement, resources: formerFiles },
      { ...next, ...audience, resources },
    )
    if (!changes) return announcement
    if (resourceIds) await setLinks(tx, 'announcement', id, resourceIds)
    const columns = audience && (await changedColumns(tx, announcement, audience))
    await data.updateAnnouncement(tx, id, { ...next, ...columns })
    if (announcement.state === 'ended' && isEndChanged) await unfreeze(tx, id)
    await publishIfDue({ jobs }, tx, id)
    const changed = orNotFound(await data.getAnnouncement(tx, id))
    await record(tx, announcementChanged, staff, {
      announcement: changed,
      before: withFileTitles(changes.before),
      after: withFileTitles(changes.after),
    })
    const isForOthers = Object.keys(changes.after).some((name) => name.startsWith('assigned'))
    // An announcement that shows again may have ended before its audience was notified.
    const isBack = announcement.state === 'ended'
    if ((isForOthers || isBack) && changed.state === 'active') await notifyAudience({ jobs }, tx, id)
    return changed
  })

/** @throws AppError `bad_request` when the announcement is published already and its time would change */
const nextPublishAt = (
  { state, publishAt }: { state: string; publishAt: Date },
  wanted: Date | null | undefined,
  now: Date,
) => {
  if (wanted === undefined || wanted?.getTime() === publishAt.getTime()) return publishAt
  if (state === 'scheduled') return later(wanted ?? now, now)
  if (wanted === null) return publishAt
  throw wrongField('publishAt', 'It is already published')
}

/** Ends an announcement now. One that has ended stays unchanged. @throws AppError `not_found`; `conflict` before it is published */
export const endAnnouncement = (db: Database, staff: Actor, id: string) =>
  db.transaction(async (tx) => {
    const announcement = orNotFound(await data.lockAnnouncement(tx, id))
    const { state, publishAt, endsAt: before } = announcement
    if (state === 'scheduled') {
      throw new AppError('conflict', 'It is not published yet. Edit or delete it instead.')
    }
    if (state === 'ended') return announcement
    // An announcement cannot end at the moment when it is published, so it ends at least a millisecond later.
    const endsAt = later(await data.getTime(tx), new Date(publishAt.getTime() + 1))
    await data.updateAnnouncement(tx, id, { endsAt })
    await freezeEnded(tx, { id, limit: 1 })
    await record(tx, announcementEnded, staff, {
      announcement,
      before: { endsAt: before },
      after: { endsAt },
    })
    return orNotFound(await data.getAnnouncement(tx, id))
  })

/** @throws AppError `not_found` */
export const deleteAnnouncement = (db: Database, staff: Actor, id: string) =>
  db.transaction(async (tx) => {
    const announcement = orNotFound(await data.lockAnnouncement(tx, id))
    await data.deleteAnnouncement(tx, id)
    await record(tx, announcementDeleted, staff, { announcement, before: loggedFields(announcement) })
  })
