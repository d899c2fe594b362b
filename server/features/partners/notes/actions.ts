import { mentionedIds } from '#contract/mentions.ts'
import type { SaveNote } from '#contract/partners/notes.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { AppError, notFound, orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import * as events from '../events.ts'
import { lockProfile } from '../profile/data.ts'
import * as data from './data.ts'

// The clock of a browser may be ahead of the server's by this much.
const clockSkewMs = 5 * 60_000

/** Returns when a call or meeting took place, or undefined for a note. @throws AppError `bad_request` when that is in the future */
const momentOf = ({ kind, happenedAt }: SaveNote) => {
  if (kind === 'note' || !happenedAt) return undefined
  if (happenedAt.getTime() > Date.now() + clockSkewMs) {
    throw wrongField('happenedAt', 'Enter a time that is not in the future.')
  }
  return happenedAt
}

/** Returns the ids that a text mentions and its former text did not. @throws AppError `bad_request` when one of them is not on the team */
const newMentions = async (tx: Executor, body: string, former = '') => {
  const known = mentionedIds(former)
  const added = mentionedIds(body).filter((id) => !known.includes(id))
  if (!(await data.areStaff(tx, added))) {
    throw wrongField('body', 'A person whom you mention is no longer on the team.')
  }
  return added
}

/** Adds a note to a partner. @throws AppError `not_found`, `bad_request` */
export const createNote = (
  db: Database,
  user: SignedInUser,
  partnerId: string,
  { clientId = null, ...form }: SaveNote & { clientId?: string | null | undefined },
) =>
  db.transaction(async (tx) => {
    // The lock orders two calls with one client id.
    const partner = orNotFound(await lockProfile(tx, partnerId))
    const known = clientId && (await data.findNoteByClientId(tx, partnerId, user.id, clientId))
    if (known) return data.getNote(tx, known)
    const { kind, body } = form
    const mentioned = await newMentions(tx, body)
    const happenedAt = momentOf(form)
    const id = await data.createNote(tx, { partnerId, authorId: user.id, clientId, kind, body, happenedAt })
    await record(tx, events.partnerNoteAdded, user, {
      partner,
      noteId: id,
      mentioned,
      after: { noteId: id, kind },
    })
    return data.getNote(tx, id)
  })

const lockOwn = async (tx: Executor, user: SignedInUser, id: string, mayAdmin: boolean) => {
  const note = orNotFound(await data.lockNote(tx, id))
  const isAllowed = note.authorId === user.id || (mayAdmin && user.role === 'admin')
  if (!isAllowed) {
    throw new AppError('forbidden', `Only ${mayAdmin ? 'the author or an admin' : 'the author'} can do that.`)
  }
  return note
}

/** Changes a note of the user's own. @throws AppError `not_found`, `forbidden`, `conflict`, `bad_request` */
export const updateNote = (
  db: Database,
  user: SignedInUser,
  id: string,
  { updatedAt, ...form }: SaveNote & { updatedAt?: Date | undefined },
) =>
  db.transaction(async (tx) => {
    const note = await lockOwn(tx, user, id, false)
    if (note.deletedAt) throw notFound()
    requireUnchanged(note, updatedAt)
    const mentioned = await newMentions(tx, form.body, note.body)
    const happenedAt = momentOf(form) ?? note.happenedAt
    await data.updateNote(tx, id, { kind: form.kind, body: form.body, happenedAt, editedAt: new Date() })
    const { partner } = note
    await record(tx, events.partnerNoteChanged, user, {
      partner,
      noteId: id,
      mentioned,
      after: { noteId: id },
    })
    return data.getNote(tx, id)
  })

/** Pins a note, or unpins it. @throws AppError `not_found` */
export const pinNote = (db: Database, user: SignedInUser, id: string, isPinned: boolean) =>
  db.transaction(async (tx) => {
    const note = orNotFound(await data.lockNote(tx, id))
    if (note.deletedAt) throw notFound()
    // A pin is not an edit, which the author's open form would have to load.
    if (note.isPinned !== isPinned) {
      await data.updateNote(tx, id, { isPinned, updatedAt: note.updatedAt })
      const { partner } = note
      await record(tx, events.partnerNotePinned, user, { partner, after: { noteId: id, isPinned } })
    }
    return data.getNote(tx, id)
  })

/** Deletes a note, or restores it. @throws AppError `not_found`, `forbidden` */
export const setDeleted = (db: Database, user: SignedInUser, id: string, isDeleted: boolean) =>
  db.transaction(async (tx) => {
    const note = await lockOwn(tx, user, id, true)
    if (isDeleted && note.deletedAt) throw notFound()
    if (isDeleted === (note.deletedAt !== null)) return
    await data.updateNote(tx, id, { deletedAt: isDeleted ? new Date() : null })
    const event = isDeleted ? events.partnerNoteDeleted : events.partnerNoteRestored
    await record(tx, event, user, { partner: note.partner, after: { noteId: id } })
  })
