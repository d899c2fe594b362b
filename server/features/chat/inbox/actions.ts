import { notify } from '#server/bus/data.ts'
import type { Database } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { orNotFound, wrongField } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { requireBelowRateLimit } from '../actions.ts'
import { lockConversation, updateConversation } from '../data.ts'
import * as events from '../events.ts'
import * as data from './data.ts'

/**
 * Assigns, closes or reopens a conversation. If nothing changes, nothing is recorded and nobody is notified.
 * @throws AppError `not_found` when the id is not that of a partner's user; `bad_request` for an unknown member of staff
 */
export const changeConversation = (
  db: Database,
  user: SignedInUser,
  id: string,
  { assignedTo, closed }: { assignedTo?: string | null | undefined; closed?: boolean | undefined },
) =>
  db.transaction(async (tx) => {
    const conversation = orNotFound(await data.getConversation(tx, id))
    const former = await lockConversation(tx, id)
    const change: Parameters<typeof updateConversation>[2] = {}

    if (assignedTo !== undefined && assignedTo !== former.assignedTo) {
      if (assignedTo !== null && !(await data.lockTeamMemberForShare(tx, assignedTo)))
        throw wrongField('assignedTo', 'This staff member no longer exists.')
      change.assignedTo = assignedTo
      const [before, after] = [{ assignedTo: former.assignedTo }, { assignedTo }]
      await record(tx, events.conversationAssigned, user, { conversation, before, after })
    }
    if (closed !== undefined && closed !== (former.closedAt !== null)) {
      change.closedAt = closed ? new Date() : null
      if (closed) change.waitingSince = null
      await record(tx, closed ? events.conversationClosed : events.conversationReopened, user, {
        conversation,
      })
    }
    if (Object.keys(change).length > 0) {
      await updateConversation(tx, id, change)
      await notify(tx, 'stale', 'inbox')
    }
    const changed = await data.getConversation(tx, id)
    if (!changed) throw new Error('the conversation just changed is gone')
    return changed
  })

/**
 * Adds an internal note to a conversation. It is numbered under the same lock as messages, which fixes its position among them. The audit
 * log records that a note was added, but not its text.
 * @throws AppError `not_found`, `too_many_requests`
 */
export const addNote = (
  db: Database,
  user: SignedInUser,
  conversationId: string,
  { note, clientId = null }: { note: string; clientId?: string | null | undefined },
) =>
  db.transaction(async (tx) => {
    const conversation = orNotFound(await data.getConversation(tx, conversationId))
    const { lastSeq, lastNoteSeq } = await lockConversation(tx, conversationId)
    const known = clientId && (await data.findNoteByClientId(tx, conversationId, user.id, clientId))
    if (known) return known
    await requireBelowRateLimit(tx, user.id)

    const seq = lastNoteSeq + 1
    const added = await data.createNote(tx, {
      conversationId,
      authorId: user.id,
      note,
      afterSeq: lastSeq,
      seq,
      clientId,
    })
    await updateConversation(tx, conversationId, { lastNoteSeq: seq })
    await record(tx, events.conversationNoteAdded, user, { conversation, after: { noteId: added.id } })
    await notify(tx, 'stale', 'inbox')
    return added
  })
