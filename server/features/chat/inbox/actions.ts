import { notify } from '#server/bus/data.ts'
import type { Database } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { orNotFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { requireBelowRateLimit } from '../actions.ts'
import { lockConversation, updateConversation } from '../data.ts'
import * as events from '../events.ts'
import * as data from './data.ts'

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
