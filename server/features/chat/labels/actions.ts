import { notify } from '#server/bus/data.ts'
import type { Database } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { labelDeleted, labelRenamed } from '../events.ts'
import * as data from './data.ts'

/** @throws AppError `not_found`, `conflict` when it was renamed meanwhile or the name is taken */
export const renameLabel = (
  db: Database,
  user: SignedInUser,
  id: string,
  { name, updatedAt }: { name: string; updatedAt?: Date | undefined },
) =>
  db.transaction(async (tx) => {
    const label = orNotFound(await data.lockLabel(tx, id))
    requireUnchanged(label, updatedAt)
    if (name === label.name) return label
    const renamed = await data.renameLabel(tx, id, name)
    if (!renamed) {
      const message = 'A label with this name already exists.'
      throw new AppError('conflict', message, { fields: { name: message } })
    }
    const [before, after] = [{ name: label.name }, { name }]
    await record(tx, labelRenamed, user, { label: renamed, before, after })
    await notify(tx, 'stale', 'inbox')
    return renamed
  })

/** @throws AppError `not_found`, `conflict` while a conversation has the label */
export const deleteLabel = (db: Database, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    const label = orNotFound(await data.lockLabel(tx, id))
    if (label.conversations > 0) {
      throw new AppError('conflict', 'Conversations have this label. Remove it from them first.')
    }
    await data.deleteLabel(tx, id)
    await record(tx, labelDeleted, user, { label, before: { name: label.name } })
    await notify(tx, 'stale', 'inbox')
  })
