import type { z } from 'zod'
import type { CreateResourceFolder, UpdateResourceFolder } from '#contract/resources/folders.ts'
import type { Database } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { folderChanged, folderCreated, folderDeleted } from '../events.ts'
import * as data from './data.ts'

export const createFolder = (db: Database, user: Actor, form: z.output<typeof CreateResourceFolder>) =>
  db.transaction(async (tx) => {
    const id = await data.createFolder(tx, { ...form, createdBy: user.id })
    await record(tx, folderCreated, user, { folder: { ...form, id }, after: filledFields(form) })
    return orNotFound(await data.getFolder(tx, 'staff', id))
  })

/** Changes the name and description of a folder. @throws AppError `not_found` */
export const updateFolder = (
  db: Database,
  user: Actor,
  id: string,
  form: z.output<typeof UpdateResourceFolder>,
) =>
  db.transaction(async (tx) => {
    const changes = changedFields(orNotFound(await data.lockFolder(tx, id)), form)
    if (changes) {
      await data.updateFolder(tx, id, form)
      await record(tx, folderChanged, user, { folder: { ...form, id }, ...changes })
    }
    return orNotFound(await data.getFolder(tx, 'staff', id))
  })

/** Deletes a folder, whose files then have none. @throws AppError `not_found` */
export const deleteFolder = (db: Database, user: Actor, id: string) =>
  db.transaction(async (tx) => {
    const folder = orNotFound(await data.lockFolder(tx, id))
    await data.deleteFolder(tx, id)
    await record(tx, folderDeleted, user, { folder, before: filledFields(folder) })
  })
