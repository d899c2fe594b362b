import type { z } from 'zod'
import { maxAssignedPartners } from '#contract/limits.ts'
import type {
  CreateResourceFolder,
  GiveResourceFolder,
  UpdateResourceFolder,
} from '#contract/resources/folders.ts'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { checkedAudience } from '#server/features/audience/actions.ts'
import { listPartnersInGroup } from '#server/features/audience/groups/data.ts'
import { audienceEntriesOf } from '#server/features/audience/keys.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import {
  folderChanged,
  folderCreated,
  folderDeleted,
  folderGiven,
  folderRestored,
  folderWithdrawn,
} from '../events.ts'
import * as data from './data.ts'

export const createFolder = (db: Database, user: Actor, form: z.output<typeof CreateResourceFolder>) =>
  db.transaction(async (tx) => {
    const id = await data.createFolder(tx, { ...form, createdBy: user.id })
    await record(tx, folderCreated, user, { folder: { ...form, id }, after: filledFields(form) })
    return orNotFound(await data.getFolder(tx, 'staff', id))
  })

/** Changes the name and description of a folder, and its category with that of all its files. @throws AppError `not_found` */
export const updateFolder = (
  db: Database,
  user: Actor,
  id: string,
  form: z.output<typeof UpdateResourceFolder>,
) =>
  db.transaction(async (tx) => {
    if (form.category) await data.lockFiles(tx, id)
    const changes = changedFields(orNotFound(await data.lockFolder(tx, id)), form)
    if (changes) {
      await data.updateFolder(tx, id, form)
      if ('category' in changes.after && form.category) await data.moveFiles(tx, id, form.category)
      await record(tx, folderChanged, user, { folder: { ...form, id }, ...changes })
    }
    return orNotFound(await data.getFolder(tx, 'staff', id))
  })

/**
 * Opens all files of a folder to further partners. Returns how many files have changed.
 * @throws AppError `not_found`; `bad_request` when a partner does not exist; `conflict` when a file would name too many partners
 */
export const giveFolder = (
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  user: Actor,
  id: string,
  { notify, line, ...form }: z.output<typeof GiveResourceFolder>,
) =>
  db.transaction(async (tx) => {
    await data.lockFiles(tx, id)
    const { name } = orNotFound(await data.lockFolder(tx, id))
    const folder = { id, name }
    const { assignedViewId: _view, ...audience } = await checkedAudience(tx, form, { user })
    const { assignedGroup } = audience
    const inGroup = assignedGroup === null ? [] : await listPartnersInGroup(tx, assignedGroup)
    const { opened, most } = await data.giveFiles(tx, id, { ...audience, inGroup })
    if (most > maxAssignedPartners) {
      throw new AppError(
        'conflict',
        'Files that are for another group or a view would name too many partners. Change these one by one, or give the folder to everyone.',
      )
    }
    const files = opened.reduce((sum, each) => sum + each.files, 0)
    if (files === 0) return { files }
    await record(tx, folderGiven, user, { folder, after: { files, ...filledFields(audience) } })
    if (notify) {
      const given = audienceEntriesOf(audience)
      await jobs.enqueue(tx, 'notify-folder', { folder, given, opened, line, occasion: crypto.randomUUID() })
    }
    return { files }
  })

/** Withdraws all files of a folder. Returns how many, and when, which is what restoring them takes. @throws AppError `not_found` */
export const withdrawFolder = async (db: Database, user: Actor, id: string) => {
  const withdrawnAt = new Date()
  const files = await setFolderActive(db, user, { folderId: id, isActive: false, withdrawnAt })
  return { files, withdrawnAt }
}

/** Restores the files of a folder that were withdrawn together. Returns how many. @throws AppError `not_found` */
export const restoreFolder = async (db: Database, user: Actor, id: string, withdrawnAt: Date) => ({
  files: await setFolderActive(db, user, { folderId: id, isActive: true, withdrawnAt }),
})

const setFolderActive = (db: Database, user: Actor, change: Parameters<typeof data.setFilesActive>[1]) =>
  db.transaction(async (tx) => {
    await data.lockFiles(tx, change.folderId)
    const folder = orNotFound(await data.lockFolder(tx, change.folderId))
    const files = await data.setFilesActive(tx, change)
    const event = change.isActive ? folderRestored : folderWithdrawn
    if (files > 0) await record(tx, event, user, { folder, after: { files } })
    return files
  })

/** Deletes a folder, whose files then have none. @throws AppError `not_found` */
export const deleteFolder = (db: Database, user: Actor, id: string) =>
  db.transaction(async (tx) => {
    await data.lockFiles(tx, id)
    const folder = orNotFound(await data.lockFolder(tx, id))
    await data.deleteFolder(tx, id)
    await record(tx, folderDeleted, user, { folder, before: filledFields(folder) })
  })
