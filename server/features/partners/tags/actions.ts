import { maxTags } from '#contract/limits.ts'
import { type ChangeTags, tooManyTags } from '#contract/partners/tags.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import { partnerTagDeleted, partnerTagged, partnerTagRenamed } from '../events.ts'
import * as data from './data.ts'

type Removed = Parameters<typeof data.changeTags>[3]

const change = async (
  tx: Executor,
  actor: Actor,
  field: string,
  partnerIds: string[],
  add: string[],
  removed: Removed,
) => {
  const tagIds = add.length > 0 ? await data.ensureTags(tx, add) : []
  const changes = await data.changeTags(tx, partnerIds, tagIds, removed)
  if (changes.some(({ total }) => total > maxTags)) throw wrongField(field, `${tooManyTags}.`)
  const occurred = changes.map(({ id, fullName, ...tags }) => ({
    partner: { id, fullName },
    before: tags.removed && { tags: tags.removed },
    after: tags.added && { tags: tags.added },
  }))
  await record(tx, partnerTagged, actor, ...occurred)
  return changes.length
}

/**
 * Adds tags to partners and removes others, and returns how many partners changed.
 * @throws AppError `bad_request` when a partner would have too many tags
 */
export const changePartnerTags = (db: Database, actor: Actor, { partnerIds, add, remove }: ChangeTags) =>
  db.transaction((tx) => change(tx, actor, 'add', partnerIds, add, data.isNamed(remove)))

/** Sets all tags of one partner. @throws AppError `not_found` */
export const setPartnerTags = (db: Database, actor: Actor, partnerId: string, names: string[]) =>
  db.transaction(async (tx) => {
    await change(tx, actor, 'names', [partnerId], names, data.anyTag)
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
