import type { SaveReply } from '#contract/chat/saved-replies.ts'
import type { Database } from '#server/db/client.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { recordAuditEvent } from '#server/features/audit-log/record.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import * as data from './data.ts'

const taken = () =>
  new AppError('conflict', 'There is a reply with this title already.', {
    fields: { title: 'There is one with this title already.' },
  })

const subjectOf = ({ id, title }: { id: string; title: string }) => ({ id, name: title })

/** @throws AppError `conflict` for a title that there is */
export const addReply = (db: Database, user: SignedInUser, { title, text }: SaveReply) =>
  db.transaction(async (tx) => {
    const reply = await data.createReply(tx, { title, text, createdBy: user.id })
    if (!reply) throw taken()
    const after = filledFields(reply)
    await recordAuditEvent(tx, user, { action: 'saved_reply.created', subject: subjectOf(reply), after })
    return reply
  })

/** @throws AppError `not_found`, `conflict` when it has changed since its editor saw it, or the title is taken */
export const changeReply = (
  db: Database,
  user: SignedInUser,
  id: string,
  { updatedAt: seen, ...next }: SaveReply & { updatedAt?: Date | undefined },
) =>
  db.transaction(async (tx) => {
    await data.holdTitles(tx)
    const reply = await data.lockReply(tx, id)
    if (!reply) throw notFound()
    requireUnchanged(reply, seen)
    const changes = changedFields(reply, next)
    if (!changes) return reply
    if (await data.isTaken(tx, next.title, id)) throw taken()
    const changed = await data.updateReply(tx, id, next)
    await recordAuditEvent(tx, user, {
      action: 'saved_reply.changed',
      subject: subjectOf(changed),
      ...changes,
    })
    return changed
  })

/** @throws AppError `not_found` */
export const removeReply = (db: Database, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    const reply = await data.lockReply(tx, id)
    if (!reply) throw notFound()
    await data.deleteReply(tx, id)
    const before = filledFields(reply)
    await recordAuditEvent(tx, user, { action: 'saved_reply.deleted', subject: subjectOf(reply), before })
  })
