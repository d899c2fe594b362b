import { undoSeconds } from '#contract/bulk-kinds.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import { refreshAllPartnerFacts } from '#server/db/partner-facts.ts'
import type { PartnerFilter } from '#server/db/partner-filter.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { getUser } from '#server/features/users/data.ts'
import { AppError, notFound, orNotFound } from '#server/http/app-error.ts'
import { ownFilter } from '#server/http/own-filter.ts'
import { sha256 } from '#server/sessions/sessions.ts'
import { partnersChanged, partnersChangeTakenBack } from '../events.ts'
import * as data from './data.ts'
import { type Change, type KindOfAction, kindsOf, type Requested } from './kinds.ts'

type BulkDeps = Pick<Deps, 'db' | 'jobs'>

// The request does the first step, so that an action for few partners is done when the response arrives.
const step = 200

/** A request to change many partners: some of them, or all that match a filter. */
export interface BulkRequest {
  change: Change
  ids?: string[] | undefined
  filter?: PartnerFilter | undefined
  /** Further values by which a repeated request is recognized. */
  about?: unknown
  /** Chooses the partners of a request that names none, or adds them. */
  choose?: (tx: Executor) => Promise<string[]>
}

const kindOf = (deps: BulkDeps, kind: string) => kindsOf(deps)[kind as Requested] as KindOfAction<unknown>

/**
 * Begins to change many partners. What sends something waits some seconds before it begins; anything else has reached the first partners when
 * this returns. A job does the rest.
 * @param key the idempotency key: a request with the key of an earlier one of the same user returns that action
 * @throws AppError `conflict` when the key was used for another request; `bad_request` when a value is not valid
 */
export const requestBulkAction = async (
  deps: BulkDeps,
  actor: Actor,
  request: BulkRequest,
  key: string | null,
) => {
  const { change, ids, filter, choose } = request
  // A function is left out of the text.
  const requestSha256 = sha256(JSON.stringify(request))
  const { sends, check } = kindOf(deps, change.kind)
  const waits = sends ?? false
  return deps.db.transaction(async (tx) => {
    if (key) await data.lockKey(tx, actor.id, key)
    const known = key && (await data.getActionByKey(tx, actor.id, key))
    if (known) return requireSame(known, requestSha256)
    const after = await check?.(tx, change)
    const partnerIds =
      choose && !ids && !filter
        ? await choose(tx)
        : await data.listChosen(tx, { ids, filter: ownFilter(actor, filter ?? {}) })
    const startsAt = new Date(Date.now() + (waits ? undoSeconds * 1000 : 0))
    const values = { kind: change.kind, values: { ...change }, requestedBy: actor.id, requestSha256 }
    const inserted = await data.insertAction(tx, { ...values, idempotencyKey: key, partnerIds, startsAt })
    // Another request with the same key was faster.
    if (!inserted) return requireSame(await data.getActionByKey(tx, actor.id, key ?? ''), requestSha256)
    await record(tx, partnersChanged, actor, {
      action: totalOf(inserted),
      after: { action: change.kind, ...after },
    })
    const begun = waits ? inserted : await takeStep(deps, tx, actor, inserted.id)
    if (!isOver(begun)) await deps.jobs.enqueue(tx, 'bulk-action', { id: begun.id }, startsAt)
    return begun
  })
}

const totalOf = ({ id, partnerIds }: data.BulkActionRow) => ({ id, total: partnerIds.length })

const requireSame = (action: data.BulkActionRow | undefined, requestSha256: string) => {
  if (action?.requestSha256 !== requestSha256) {
    throw new AppError('conflict', 'This idempotency key was used for another request.')
  }
  return action
}

/** Does the next step of an action, unless it is over. Returns the action. */
const takeStep = async (deps: BulkDeps, tx: Executor, actor: Actor, id: string) => {
  const action = orNotFound(await data.lockAction(tx, id))
  const { done, partnerIds, changed, leftOut } = action
  if (isOver(action)) return action
  const chosen = partnerIds.slice(done, done + step)
  const result = await kindOf(deps, action.kind).run(tx, actor, action.values, chosen)
  await data.addChanges(tx, id, result.changed)
  return data.updateAction(tx, id, {
    done: done + chosen.length,
    changed: changed + result.changed.length,
    leftOut: sumOf(leftOut, result.leftOut ?? {}),
    finishedAt: done + chosen.length === partnerIds.length ? new Date() : null,
  })
}

const isOver = ({ finishedAt, takenBackAt, failedAt }: data.BulkActionRow) =>
  finishedAt !== null || takenBackAt !== null || failedAt !== null

type LeftOut = data.BulkActionRow['leftOut']

const sumOf = (former: LeftOut, added: LeftOut): LeftOut => {
  const reasons = [...new Set([...Object.keys(former), ...Object.keys(added)])] as (keyof LeftOut)[]
  return Object.fromEntries(
    reasons.flatMap((reason) => {
      const count = (former[reason] ?? 0) + (added[reason] ?? 0)
      return count > 0 ? [[reason, count]] : []
    }),
  )
}

/** The job that does the steps of an action that the request has left. It can run again: each step is done once. */
export const runBulkAction = async (deps: BulkDeps, { id }: { id: string }) => {
  const requested = await data.getAction(deps.db, id)
  if (!requested) return
  const actor = await getUser(deps.db, requested.requestedBy)
  if (!actor || actor.disabledAt || !isStaff(actor.role)) {
    // Whoever lost their role or account in the meantime changes nothing more.
    await data.updateAction(deps.db, id, { failedAt: new Date() })
    return
  }
  let action: data.BulkActionRow
  do {
    action = await deps.db.transaction((tx) => takeStep(deps, tx, actor, id))
    // Each step brings its own partners up to date, so that a reader never waits for many.
    await refreshAllPartnerFacts(deps.db)
  } while (!isOver(action))
}

/**
 * Takes an action back: one that has not begun is canceled, and the values that one has replaced are restored where nobody has changed them
 * since.
 * @throws AppError `not_found` for an action of somebody else; `conflict` when it has sent something
 */
export const takeBackBulkAction = (deps: BulkDeps, actor: Actor, id: string) =>
  deps.db.transaction(async (tx) => {
    const action = orNotFound(await data.lockAction(tx, id))
    if (action.requestedBy !== actor.id) throw notFound()
    if (action.takenBackAt) return action
    const { restore } = kindOf(deps, action.kind)
    if (!restore && action.done > 0)
      throw new AppError('conflict', 'It is too late to undo this: emails have been sent.')
    await restoreAll(tx, actor, action, restore)
    await record(tx, partnersChangeTakenBack, actor, {
      action: totalOf(action),
      before: { action: action.kind },
    })
    return data.updateAction(tx, id, { takenBackAt: new Date() })
  })

const restoreAll = async (
  tx: Executor,
  actor: Actor,
  { id, values }: data.BulkActionRow,
  restore: KindOfAction<unknown>['restore'],
) => {
  if (!restore) return
  for (const { formerValue, partnerIds } of await data.listFormerValues(tx, id)) {
    await restore(tx, actor, values, partnerIds, formerValue)
  }
}
