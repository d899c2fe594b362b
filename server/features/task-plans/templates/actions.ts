import type { SaveTaskTemplate } from '#contract/task-plans/templates.ts'
import type { Database } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { withNames } from '#server/features/tasks/parts.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { taskTemplateChanged, taskTemplateCreated, taskTemplateDeleted } from '../events.ts'
import { ownerIdOf, requireNewOwner } from '../planned-task.ts'
import * as data from './data.ts'

const nameTaken = () => {
  const message = 'A template with this name already exists.'
  return new AppError('conflict', message, { fields: { taskName: message } })
}

const recordedFields = ({ owner, sets: _sets, ...template }: data.Template) =>
  filledFields({ ...template, owner: owner?.name })

/** Creates a template. @throws AppError `bad_request` for an owner who is not on the team; `conflict` when the name is taken */
export const createTemplate = (db: Database, user: SignedInUser, form: SaveTaskTemplate) =>
  db.transaction(async (tx) => {
    await requireNewOwner(tx, form.ownerId, null)
    const template = await data.createTemplate(tx, { ...form, createdBy: user.id })
    if (!template) throw nameTaken()
    await record(tx, taskTemplateCreated, user, { plan: template, after: recordedFields(template) })
    return template
  })

/** Changes a template. @throws AppError `not_found`; `bad_request` as `createTemplate`; `conflict` when it changed or the name is taken */
export const updateTemplate = (
  db: Database,
  user: SignedInUser,
  id: string,
  { updatedAt, ...next }: SaveTaskTemplate & { updatedAt?: Date | undefined },
) =>
  db.transaction(async (tx) => {
    await data.lockNames(tx)
    const template = orNotFound(await data.lockTemplate(tx, id))
    requireUnchanged(template, updatedAt)
    const former = { ...template, ownerId: ownerIdOf(template) }
    const changes = changedFields(former, next)
    if (!changes) return template
    if (await data.isNameTaken(tx, next.taskName, id)) throw nameTaken()
    await requireNewOwner(tx, next.ownerId, former.ownerId)
    await data.updateTemplate(tx, id, next)
    const changed = orNotFound(await data.getTemplate(tx, id))
    await record(tx, taskTemplateChanged, user, {
      plan: changed,
      before: withNames(changes.before, template),
      after: withNames(changes.after, changed),
    })
    return changed
  })

/** Deletes a template, and removes it from the sets that contain it. @throws AppError `not_found` */
export const deleteTemplate = (db: Database, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    const template = orNotFound(await data.lockTemplate(tx, id))
    await data.deleteTemplate(tx, id)
    await record(tx, taskTemplateDeleted, user, { plan: template, before: recordedFields(template) })
  })
