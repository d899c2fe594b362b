import { ConversationChangedFrame, NoteAddedFrame } from '#contract/chat/frames.ts'
import type { Deps } from '#server/deps.ts'
import type { Connections } from '../connections.ts'
import { parseInboxNotice } from '../notices.ts'
import * as data from './data.ts'

// A transaction that began before notices were lost may have committed afterwards. None takes longer.
const maxTransactionMs = 60_000
const retryMs = 1_000

/**
 * Sends changed conversations and new internal notes to the staff of this process. It has no access to partners' connections, so
 * that nothing of it can reach one. Notices only trigger reads, several cause one, and a frame may be sent twice.
 */
export const createInboxBroadcast = (
  { db, bus, log }: Pick<Deps, 'db' | 'bus' | 'log'>,
  staff: Connections['staff'],
) => {
  const changed = new Set<string>()
  let notes: { conversationId: string; seq: number }[] = []
  /** Since when notices may have been lost; null when none were. */
  let gap: Date | null = null
  let isReading = false
  let isClosed = false

  const broadcast = (text: string) => {
    for (const connection of staff) connection.send(text)
  }

  const broadcastNotes = (rows: data.NoteRow[]) => {
    for (const note of rows)
      broadcast(JSON.stringify(NoteAddedFrame.encode({ type: 'chat_note', data: note })))
  }

  const broadcastStates = async (ids: string[]) => {
    if (ids.length === 0) return
    for (const state of await data.listStates(db, ids))
      broadcast(JSON.stringify(ConversationChangedFrame.encode({ type: 'chat_conversation', data: state })))
  }

  const broadcastChanges = async () => {
    while (changed.size > 0 || notes.length > 0 || gap) {
      const work = { ids: [...changed], notes, gap }
      changed.clear()
      notes = []
      gap = null
      if (staff.size === 0) continue
      try {
        if (work.gap) {
          broadcastNotes(await data.listNotesSince(db, work.gap))
          await broadcastStates(await data.listChangedIds(db, work.gap))
        }
        if (work.notes.length > 0) broadcastNotes(await data.listNotesBySeq(db, work.notes))
        await broadcastStates(work.ids)
      } catch (err) {
        for (const id of work.ids) changed.add(id)
        notes = [...work.notes, ...notes]
        gap ??= work.gap
        throw err
      }
    }
  }

  const trigger = () => {
    if (isReading || isClosed) return
    isReading = true
    broadcastChanges().then(
      () => {
        isReading = false
      },
      (err) => {
        log.warn({ err }, 'inbox changes cannot be read, retrying')
        setTimeout(() => {
          isReading = false
          trigger()
        }, retryMs).unref()
      },
    )
  }

  bus.subscribe('inbox', {
    onNotification: (text) => {
      const notice = parseInboxNotice(text)
      if (notice.event === 'note') notes.push(notice)
      else changed.add(notice.conversationId)
      trigger()
    },
    onGap: (since) => {
      gap = new Date(since.getTime() - maxTransactionMs)
      trigger()
    },
  })

  return {
    close() {
      isClosed = true
    },
  }
}
