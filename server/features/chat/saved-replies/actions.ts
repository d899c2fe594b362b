import type { SaveReply } from '#contract/chat/saved-replies.ts'
import type { Database } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { savedReplyChanged, savedReplyCreated, savedReplyDeleted } from '../events.ts'
import * as data from './data.ts'

const titleTaken = () =>
  new AppError('conflict', 'A reply with this title already exists.', {
    fields: { title: 'A reply with this title already exists.' },
  })

/** @throws AppError `conflict` when the title is taken */
export const createSavedReply = (db: Database, user: SignedInUser, { title, text }: SaveReply) =>
  db.transaction(async (tx) => {
    const reply = await data.createReply(tx, { title, text, createdBy: user.id })
    if (!reply) throw titleTaken()
    await record(tx, savedReplyCreated, user, { reply, after: filledFields(reply) })
    return reply
  })

/** @throws AppError `not_found`, `conflict` when it was changed meanwhile or the title is taken */
export const updateSavedReply = (
  db: Database,
  user: SignedInUser,
  id: string,
  { updatedAt: expectedUpdatedAt, ...next }: SaveReply & { updatedAt?: Date | undefined },
) =>
  db.transaction(async (tx) => {
    await data.lockTitles(tx)
    const reply = orNotFound(await data.lockReply(tx, id))
    requireUnchanged(reply, expectedUpdatedAt)
    const changes = changedFields(reply, next)
    if (!changes) return reply
    if (await data.isTitleTaken(tx, next.title, id)) throw titleTaken()
    const changed = await data.updateReply(tx, id, next)
    await record(tx, savedReplyChanged, user, { reply: changed, ...changes })
    return changed
  })

/** @throws AppError `not_found` */
export const deleteSavedReply = (db: Database, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    const reply = orNotFound(await data.lockReply(tx, id))
    await data.deleteReply(tx, id)
    await record(tx, savedReplyDeleted, user, { reply, before: filledFields(reply) })
  })
