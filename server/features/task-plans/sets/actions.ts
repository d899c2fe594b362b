import type { SaveTaskSet } from '#contract/task-plans/sets.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { storedGroup } from '#server/features/audience/groups/data.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { taskSetChanged, taskSetCreated, taskSetDeleted } from '../events.ts'
import * as data from './data.ts'

const nameTaken = () => {
  const message = 'A set with this name already exists.'
  return new AppError('conflict', message, { fields: { name: message } })
}

const requireTemplates = async (tx: Executor, ids: string[]) => {
  if ((await data.lockTemplates(tx, ids)) < ids.length) {
    throw wrongField('templateIds', 'A template no longer exists.')
  }
}

/** Returns the columns of a set. Plans and sets that are only given by hand have no group. */
const columnsOf = ({ name, givenWhen, partnerGroup, weekdaysOnly, recapQuestions }: SaveTaskSet) => ({
  name,
  givenWhen,
  partnerGroup: givenWhen === 'never' || givenWhen === 'event' ? null : partnerGroup,
  weekdaysOnly: givenWhen === 'event' && weekdaysOnly,
  recapQuestions: givenWhen === 'event' ? recapQuestions : [],
})

/** Returns the templates of a set in order, in a plan with their days from the event. */
const templatesOf = ({ givenWhen, templateIds, eventDays }: SaveTaskSet) =>
  templateIds.map((templateId) => ({
    templateId,
    eventDays: givenWhen === 'event' ? (eventDays[templateId] ?? 0) : null,
  }))

/** Returns what the audit log records of a set: it lists the templates by name, those of a plan with their days. */
const recordedFields = ({ name, givenWhen, partnerGroup, templates, ...set }: data.TaskSetRow) => ({
  name,
  givenWhen,
  partnerGroup,
  weekdaysOnly: set.weekdaysOnly || null,
  recapQuestions: set.recapQuestions.length > 0 ? set.recapQuestions : null,
  templates: templates.map(({ taskName, eventDays }) =>
    eventDays === null ? taskName : `${taskName} (${eventDays})`,
  ),
})

/** Creates a set. @throws AppError `bad_request` when a template does not exist; `conflict` when the name is taken */
export const createSet = (db: Database, user: SignedInUser, form: SaveTaskSet) =>
  db.transaction(async (tx) => {
    await requireTemplates(tx, form.templateIds)
    const id = await data.createSet(tx, { ...columnsOf(form), createdBy: user.id })
    if (!id) throw nameTaken()
    await data.setTemplates(tx, id, templatesOf(form))
    const set = orNotFound(await data.getSet(tx, id))
    await record(tx, taskSetCreated, user, { set, after: filledFields(recordedFields(set)) })
    return set
  })

/**
 * Changes a set. Tasks that it gave earlier stay.
 * @throws AppError `not_found`; `bad_request` as `createSet`; `conflict` when the set has changed in the meantime or the name is taken
 */
export const updateSet = (
  db: Database,
  user: SignedInUser,
  id: string,
  { updatedAt, ...form }: SaveTaskSet & { updatedAt?: Date | undefined },
) =>
  db.transaction(async (tx) => {
    await data.lockNames(tx)
    const set = orNotFound(await data.lockSet(tx, id))
    requireUnchanged(set, updatedAt)
    const former = {
      ...set,
      templates: set.templates.map(({ id: templateId, eventDays }) => ({ templateId, eventDays })),
    }
    const partnerGroup = await storedGroup(tx, form.partnerGroup)
    const next = { ...columnsOf({ ...form, partnerGroup }), templates: templatesOf(form) }
    if (!changedFields(former, next)) return set
    if (await data.isNameTaken(tx, form.name, id)) throw nameTaken()
    await requireTemplates(tx, form.templateIds)
    await data.updateSet(tx, id, columnsOf(form))
    await data.setTemplates(tx, id, next.templates)
    const changed = orNotFound(await data.getSet(tx, id))
    await record(tx, taskSetChanged, user, {
      set: changed,
      ...changedFields(recordedFields(set), recordedFields(changed)),
    })
    return changed
  })

/** Deletes a set. Its templates and the tasks that it gave stay. @throws AppError `not_found` */
export const deleteSet = (db: Database, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    const set = orNotFound(await data.lockSet(tx, id))
    await data.deleteSet(tx, id)
    await record(tx, taskSetDeleted, user, { set, before: filledFields(recordedFields(set)) })
  })
