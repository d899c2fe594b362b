import { amendmentType, isBuiltInType } from '#contract/documents/agreements/agreement.ts'
import { formOf } from '#contract/documents/agreements/own-fields.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import * as data from './data.ts'
import * as events from './events.ts'
import { firstDraft } from './first-draft.ts'

/** @throws AppError `bad_request` for a type that cannot be given to partners: unknown, archived, or without a published text */
export const requireOffered = async (db: Executor, documentType: string) => {
  if (!(await data.isOffered(db, documentType)))
    throw wrongField('documentType', 'Choose one of the agreements')
}

const nameTaken = () => {
  const message = 'An agreement type with this name already exists.'
  return new AppError('conflict', message, { fields: { name: message } })
}

/** Returns an id like those of the specification: `photo_release` for `Photo Release`. */
const idOf = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('_')
    .slice(0, 36) ?? 'agreement'

/** Adds an agreement type with a draft of its first text. @throws AppError `conflict` when the name is taken */
export const createType = (
  db: Database,
  admin: Actor,
  { name, isCountersigned = false }: { name: string; isCountersigned?: boolean | undefined },
) =>
  db.transaction(async (tx) => {
    await data.lockNames(tx)
    if (await data.isNameTaken(tx, name, '')) throw nameTaken()
    let id = idOf(name)
    for (let count = 2; !(await data.insertType(tx, { id, name, isCountersigned })); count += 1) {
      id = `${idOf(name)}_${count}`
    }
    await data.saveDraft(tx, { documentType: id, ...formOf([]), ...firstDraft(name) })
    const type = orNotFound(await data.getType(tx, id))
    await record(tx, events.agreementTypeCreated, admin, { type, after: { id, name, isCountersigned } })
    return type
  })

/** Changes a type's name and settings. @throws AppError `not_found`; `conflict` when it was changed meanwhile, the name is taken, or amendments would not be countersigned */
export const updateType = (
  db: Database,
  admin: Actor,
  id: string,
  { updatedAt, ...next }: { name: string; isCountersigned: boolean; updatedAt?: Date | undefined },
) =>
  db.transaction(async (tx) => {
    await data.lockNames(tx)
    const type = orNotFound(await data.lockType(tx, id))
    requireUnchanged(type, updatedAt)
    const changes = changedFields(type, next)
    if (!changes) return type
    if (id === amendmentType && !next.isCountersigned)
      throw new AppError('conflict', 'An amendment is always signed by both sides.')
    if (await data.isNameTaken(tx, next.name, id)) throw nameTaken()
    await data.updateType(tx, id, next)
    await record(tx, events.agreementTypeChanged, admin, { type, ...changes })
    return orNotFound(await data.getType(tx, id))
  })

/** Archives a type. Agreements of it that partners have stay. @throws AppError `not_found`; `conflict` for the types that come with the portal */
export const archiveType = (db: Database, admin: Actor, id: string) =>
  db.transaction(async (tx) => {
    const type = orNotFound(await data.lockType(tx, id))
    if (isBuiltInType(id)) {
      throw new AppError('conflict', 'This agreement comes with the portal. It cannot be archived.')
    }
    if (type.archivedAt) return type
    await data.updateType(tx, id, { archivedAt: new Date() })
    await record(tx, events.agreementTypeArchived, admin, { type })
    return orNotFound(await data.getType(tx, id))
  })

/** Offers an archived type again. @throws AppError `not_found` */
export const restoreType = (db: Database, admin: Actor, id: string) =>
  db.transaction(async (tx) => {
    const type = orNotFound(await data.lockType(tx, id))
    if (!type.archivedAt) return type
    await data.updateType(tx, id, { archivedAt: null })
    await record(tx, events.agreementTypeRestored, admin, { type })
    return orNotFound(await data.getType(tx, id))
  })
