import { keepsView, namedAudience } from '#contract/audience.ts'
import type { CreateTaskSeries, UpdateTaskSeries } from '#contract/task-plans/series.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { checkedAudience } from '#server/features/audience/actions.ts'
import { changedColumns, storedAudience } from '#server/features/audience/views/actions.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { withNames } from '#server/features/tasks/parts.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import {
  taskSeriesChanged,
  taskSeriesCreated,
  taskSeriesDeleted,
  taskSeriesResumed,
  taskSeriesStopped,
} from '../events.ts'
import { ownerIdOf, requireNewOwner } from '../planned-task.ts'
import * as data from './data.ts'
import { createTasksOf, nextDueDate } from './due-tasks.ts'

type SeriesDeps = Pick<Deps, 'db' | 'jobs'>

const recordedFields = ({ owner, occurrences: _count, ...series }: data.Series) =>
  filledFields({ ...series, owner: owner?.name })

const nobodyIsLeft = () =>
  new AppError('conflict', 'The partners it was for were deleted. Choose others before you resume it.')

const nothingComes = () => wrongField('endsOn', 'It would end before the next task is due.')

/**
 * Creates a recurring task for an audience. Tasks that are due within its lead days are created at once.
 * @throws AppError `bad_request` when a partner or the owner does not exist, or no due date is in the future
 */
export const createSeries = (deps: SeriesDeps, user: SignedInUser, form: CreateTaskSeries) =>
  deps.db.transaction(async (tx) => {
    const {
      partnerId: _partner,
      assignedPartnerIds: _partners,
      assignedGroup: _group,
      assignedViewId: _view,
      ...fields
    } = form
    const named = namedAudience(form)
    if (!named) throw new Error('a series without an audience passed the check')
    const audience = await checkedAudience(tx, named, { user })
    await requireNewOwner(tx, fields.ownerId, null)
    const nextDueAt = nextDueDate(fields, null, await data.getNow(tx))
    if (!nextDueAt) throw nothingComes()
    const columns = await storedAudience(tx, audience)
    const series = await data.createSeries(tx, { ...fields, ...columns, nextDueAt, createdBy: user.id })
    await record(tx, taskSeriesCreated, user, { plan: series, after: recordedFields(series) })
    return createTasksOf(deps, tx, series)
  })

const ruleFields = ['frequency', 'startsAt', 'timeZone', 'endsOn'] as const

/**
 * Changes the future tasks of a series. Existing tasks stay as they are.
 * @throws AppError `not_found`; `bad_request` as `createSeries`; `conflict` when the series has changed since the editor saw it
 */
export const updateSeries = (
  deps: SeriesDeps,
  user: SignedInUser,
  id: string,
  { updatedAt, partnerId, assignedPartnerIds, assignedGroup, assignedViewId, ...fields }: UpdateTaskSeries,
) =>
  deps.db.transaction(async (tx) => {
    const series = orNotFound(await data.lockSeries(tx, id))
    requireUnchanged(series, updatedAt)
    const form = { partnerId, assignedPartnerIds, assignedGroup, assignedViewId }
    const named = keepsView(series, form) ? undefined : namedAudience(form)
    const audience = named && (await checkedAudience(tx, named, { user, former: series }))
    const next = { ...fields, ...audience }
    const former = { ...series, ownerId: ownerIdOf(series) }
    const changes = changedFields(former, next)
    if (!changes) return series
    await requireNewOwner(tx, fields.ownerId, former.ownerId)
    const changed = await data.updateSeries(tx, id, {
      ...fields,
      ...(audience && (await changedColumns(tx, series, audience))),
      ...(ruleFields.some((name) => name in changes.after) && {
        nextDueAt: await nextOf(
          tx,
          { ...series, ...fields },
          {
            isRequired: fields.endsOn !== undefined,
            isMoved: changes.after.timeZone !== undefined && fields.startsAt === undefined,
          },
        ),
      }),
    })
    await record(tx, taskSeriesChanged, user, {
      plan: changed,
      before: withNames(changes.before, series),
      after: withNames(changes.after, changed),
    })
    return createTasksOf(deps, tx, changed)
  })

// Another time zone moves each due date by hours, or by days if the end of a month lies in between. Due dates are at least a week apart.
const movedMs = 3 * 24 * 60 * 60 * 1000

/**
 * Returns the first due date that is in the future and after the last task's.
 * @param isMoved whether the time zone has changed, so that a date soon after the last task would repeat that task
 * @throws AppError `bad_request` when a date is required and there is none
 */
const nextOf = async (
  tx: Executor,
  { id, frequency, startsAt, timeZone, endsOn, occurrences }: data.Series,
  { isRequired = false, isMoved = false } = {},
) => {
  const lastDueAt = await data.getLastDueDate(tx, id)
  const last = lastDueAt && new Date(lastDueAt.getTime() + (isMoved ? movedMs : 0))
  const next = nextDueDate({ frequency, startsAt, timeZone, endsOn }, last, await data.getNow(tx))
  // Staff may stop a series by an end date before its next task, but an end date before its first task is a mistake.
  if (isRequired && !next && occurrences === 0) throw nothingComes()
  return next
}

/** Stops a series. Its existing tasks stay. @throws AppError `not_found` */
export const stopSeries = (deps: SeriesDeps, user: SignedInUser, id: string) =>
  deps.db.transaction(async (tx) => {
    const series = orNotFound(await data.lockSeries(tx, id))
    if (series.stoppedAt) return series
    const stopped = await data.updateSeries(tx, id, { stoppedAt: new Date() })
    await record(tx, taskSeriesStopped, user, { plan: series })
    return stopped
  })

/**
 * Resumes a stopped series, without the tasks that would have been due in the meantime.
 * @throws AppError `not_found`; `conflict` when none of the series' partners is left
 */
export const resumeSeries = (deps: SeriesDeps, user: SignedInUser, id: string) =>
  deps.db.transaction(async (tx) => {
    const series = orNotFound(await data.lockSeries(tx, id))
    if (!series.stoppedAt) return series
    if (await data.hasNobodyLeft(tx, id)) throw nobodyIsLeft()
    const nextDueAt = await nextOf(tx, series)
    const resumed = await data.updateSeries(tx, id, { stoppedAt: null, nextDueAt })
    await record(tx, taskSeriesResumed, user, { plan: series })
    return createTasksOf(deps, tx, resumed)
  })

/** Deletes a series. Its existing tasks stay. @throws AppError `not_found` */
export const deleteSeries = (deps: SeriesDeps, user: SignedInUser, id: string) =>
  deps.db.transaction(async (tx) => {
    const series = orNotFound(await data.lockSeries(tx, id))
    await data.deleteSeries(tx, id)
    await record(tx, taskSeriesDeleted, user, { plan: series, before: recordedFields(series) })
  })
