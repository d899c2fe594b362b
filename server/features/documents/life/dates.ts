import type { ChangeDates } from '#contract/documents/life.ts'
import { endsAfterItBegins } from '#contract/documents/life-dates.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { requireNoAmendment } from '../actions.ts'
import { getDocument, notDeclined } from '../data.ts'
import { documentDatesChanged } from '../events.ts'
import { lockDocument, lockDocuments } from '../lock-document.ts'
import { updateLife } from './data.ts'
import { documentsEndChanged, oneOfSeveral } from './events.ts'

/**
 * Sets the day on which an agreement takes effect, and its last day. If the partner declined it, it becomes open again.
 * @throws AppError `not_found`, `conflict` when it is voided or an amendment, or has changed since the editor saw it
 */
export const changeDates = (
  db: Executor,
  staff: Actor,
  id: string,
  { updatedAt, effectiveOn, endsOn }: ChangeDates,
) =>
  db.transaction(async (tx) => {
    const { profile, document } = await lockDocument(tx, id)
    if (document.voidedAt) {
      throw new AppError('conflict', 'This agreement is voided. Its dates can no longer be changed.')
    }
    requireNoAmendment(document)
    requireUnchanged(document, updatedAt)
    const changes = changedFields(document, { effectiveOn, endsOn })
    if (!changes) return document
    await updateLife(tx, [id], { effectiveOn, endsOn, ...notDeclined })
    await record(tx, documentDatesChanged, staff, {
      document,
      profile,
      effectiveOn,
      endsOn,
      wasDeclined: document.declinedAt !== null,
      before: changes.before,
      after: { partnerId: profile.id, ...changes.after },
    })
    return orNotFound(await getDocument(tx, id))
  })

/**
 * Sets the last day of several agreements, all or none of them. Those that a partner declined become open again.
 * @throws AppError `bad_request` when one does not exist, `conflict` when one is voided or takes effect later
 */
export const changeEndOfDocuments = (db: Executor, staff: Actor, ids: string[], endsOn: string | null) =>
  db.transaction(async (tx) => {
    const found = await lockDocuments(tx, ids)
    if (found.some(({ document }) => document.voidedAt)) {
      throw new AppError('conflict', 'One of these agreements is voided. Its dates can no longer be changed.')
    }
    if (found.some(({ document }) => !endsAfterItBegins({ ...document, endsOn }))) {
      throw new AppError('conflict', 'One of these agreements takes effect after that day.')
    }
    const changing = found.filter(({ document }) => document.endsOn !== endsOn)
    const documentIds = changing.map(({ document }) => document.id)
    if (changing.length > 0) {
      await updateLife(tx, documentIds, { endsOn, ...notDeclined })
      await record(tx, documentsEndChanged, staff, { documentIds, after: { documentIds, endsOn } })
    }
    const occurred = changing.map(({ document, profile }) => ({
      document,
      profile,
      effectiveOn: document.effectiveOn,
      endsOn,
      wasDeclined: document.declinedAt !== null,
    }))
    await record(tx, oneOfSeveral(documentDatesChanged), staff, ...occurred)
    return { changed: changing.length, unchanged: found.length - changing.length }
  })
