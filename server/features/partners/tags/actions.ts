import type { Database, Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { partnerTagDeleted, partnerTagged, partnerTagRenamed } from '../events.ts'
import * as data from './data.ts'

// A bulk action is one event of the audit log.
const taggedTogether = { ...partnerTagged, audit: undefined }

const recordTags = (
  tx: Executor,
  actor: Actor,
  event: typeof partnerTagged | typeof taggedTogether,
  changes: data.TagChange[],
) =>
  record(
    tx,
    event,
    actor,
    ...changes.map(({ id, fullName, ...tags }) => ({
      partner: { id, fullName },
      before: tags.removed && { tags: tags.removed },
      after: tags.added && { tags: tags.added },
    })),
  )

/** Adds tags to partners, except those who would have too many. Returns the changed partners with the tags that each got. */
export const addTags = async (tx: Executor, actor: Actor, partnerIds: string[], names: string[]) => {
  const tagIds = await data.ensureTags(tx, names)
  const withRoom = await data.listWithRoom(tx, partnerIds, tagIds)
  const changes = await data.changeTags(tx, withRoom, tagIds, data.noTag)
  await recordTags(tx, actor, taggedTogether, changes)
  return { changes, full: partnerIds.length - withRoom.length }
}

/** Takes tags from partners. Returns the changed partners with the tags that each lost. */
export const removeTags = async (tx: Executor, actor: Actor, partnerIds: string[], names: string[]) => {
  const changes = await data.changeTags(tx, partnerIds, [], data.isNamed(names))
  await recordTags(tx, actor, taggedTogether, changes)
  return changes
}

/** Sets all tags of one partner. @throws AppError `not_found` */
export const setPartnerTags = (db: Database, actor: Actor, partnerId: string, names: string[]) =>
  db.transaction(async (tx) => {
    const tagIds = names.length > 0 ? await data.ensureTags(tx, names) : []
    await recordTags(tx, actor, partnerTagged, await data.changeTags(tx, [partnerId], tagIds, data.anyTag))
    return orNotFound(await data.getTagsOf(tx, partnerId))
  })

/** @throws AppError `not_found`, `conflict` when another tag has the name */
export const renamePartnerTag = (db: Database, actor: Actor, id: string, name: string) =>
  db.transaction(async (tx) => {
    if (!(await data.renameTag(tx, id, name))) {
      orNotFound(await data.lockTag(tx, id))
      throw new AppError('conflict', 'A tag with this name already exists.', {
        fields: { name: 'A tag with this name already exists.' },
      })
    }
    const tag = orNotFound(await data.lockTag(tx, id))
    await record(tx, partnerTagRenamed, actor, { tag, after: { name } })
    return tag
  })

/** Deletes a tag, also from its partners. @throws AppError `not_found` */
export const deletePartnerTag = (db: Database, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const tag = orNotFound(await data.lockTag(tx, id))
    await data.deleteTag(tx, id)
    await record(tx, partnerTagDeleted, actor, { tag, before: { partners: tag.partners } })
  })
