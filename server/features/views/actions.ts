import { maxViews } from '#contract/limits.ts'
import type { CreateView } from '#contract/views.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { refreshAllPartnerFacts } from '#server/db/partner-facts.ts'
import type { PartnerFilter } from '#server/db/partner-filter.ts'
import { record } from '#server/domain-events/record.ts'
import { countJoining, listUses } from '#server/features/audience/views/data.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { ownFilter } from '#server/http/own-filter.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import * as data from './data.ts'
import { viewChanged, viewCreated, viewDeleted } from './events.ts'

// The check names the first of the things that use a view.
const maxShown = 10

/** Returns a filter as it is stored: as the query of the list, without empty values, and with its author in place of "me". */
const storedFilter = (user: SignedInUser, filter: PartnerFilter): Record<string, string> => {
  const given = Object.entries(ownFilter(user, filter)).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return Object.fromEntries(
    given.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  )
}

const requireFreeName = async (tx: Executor, view: Parameters<typeof data.isNameTaken>[1]) => {
  if (!(await data.isNameTaken(tx, view))) return
  const message = view.isShared
    ? 'A shared view or one of yours already has this name.'
    : 'One of your views already has this name.'
  throw new AppError('conflict', message, { fields: { name: message } })
}

/** @throws AppError `conflict` when the name is taken, or the user has as many views as they can have */
export const createView = (db: Database, user: SignedInUser, { filter, ...fields }: CreateView) =>
  db.transaction(async (tx) => {
    await data.lockNames(tx)
    if ((await data.countOwnViews(tx, user.id)) >= maxViews) {
      throw new AppError('conflict', `You have ${maxViews} views. Delete one that you no longer use.`)
    }
    await requireFreeName(tx, { ...fields, ownerId: user.id })
    const values = { ...fields, ownerId: user.id, filter: storedFilter(user, filter) }
    const view = await data.createView(tx, values)
    await record(tx, viewCreated, user, { view, after: filledFields(values) })
    return view
  })

/** Returns a view that the user may change, locked. @throws AppError `not_found`, `forbidden` for the shared view of a colleague */
const lockOwnView = async (tx: Executor, user: SignedInUser, id: string) => {
  const view = orNotFound(await data.lockView(tx, user.id, id))
  if (view.owner?.id !== user.id && user.role !== 'admin') {
    throw new AppError('forbidden', 'Only its owner or an admin can change this view.')
  }
  return view
}

/** Refuses a change of what a view that is used stands for, unless its current uses were shown. @throws AppError `conflict` */
const requireShown = async (tx: Executor, id: string, shown = 0) => {
  const uses = await listUses(tx, id)
  if (uses.length === shown) return
  const count = uses.length === 1 ? '1 thing' : `${uses.length} things`
  throw new AppError('conflict', `${count} use this view. Look at the effect of the change first.`)
}

/** Returns what a change of the filter of a view does, or without a filter, its deletion. @throws AppError `not_found` */
export const checkView = async (db: Database, user: SignedInUser, id: string, filter?: PartnerFilter) => {
  orNotFound(await data.getView(db, user.id, id))
  const things = await listUses(db, id)
  if (!filter || things.length === 0)
    return { uses: things.length, things: things.slice(0, maxShown), joining: 0 }
  await refreshAllPartnerFacts(db)
  const joining = await countJoining(db, id, storedFilter(user, filter))
  return { uses: things.length, things: things.slice(0, maxShown), joining }
}

type Change = Partial<Omit<CreateView, 'filter'>> & {
  filter?: PartnerFilter | undefined
  updatedAt?: Date | undefined
  uses?: number | undefined
}

/** @throws AppError `not_found`, `forbidden`, `conflict` when it was changed meanwhile, the name is taken, or its uses were not shown */
export const updateView = (
  db: Database,
  user: SignedInUser,
  id: string,
  { updatedAt, filter, uses, ...fields }: Change,
) =>
  db.transaction(async (tx) => {
    await data.lockNames(tx)
    const view = await lockOwnView(tx, user, id)
    requireUnchanged(view, updatedAt)
    const next = { ...fields, ...(filter && { filter: storedFilter(user, filter) }) }
    const changes = changedFields(view, next)
    if (!changes) return view
    if ('filter' in changes.after) await requireShown(tx, id, uses)
    const { name, isShared } = { ...view, ...next }
    await requireFreeName(tx, { id, name, isShared, ownerId: view.owner?.id ?? null })
    const changed = await data.updateView(tx, id, next)
    await record(tx, viewChanged, user, { view: changed, ...changes })
    return changed
  })

/** @throws AppError `not_found`, `forbidden`, `conflict` when its uses were not shown */
export const deleteView = (db: Database, user: SignedInUser, id: string, uses?: number) =>
  db.transaction(async (tx) => {
    // All views are locked before one of them, as when one is changed.
    await data.lockNames(tx)
    const view = await lockOwnView(tx, user, id)
    await requireShown(tx, id, uses)
    await data.updateView(tx, id, { deletedAt: new Date() })
    const { name, isShared, filter } = view
    await record(tx, viewDeleted, user, { view, before: { name, isShared, filter } })
  })
