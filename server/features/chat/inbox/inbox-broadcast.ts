import { ConversationChangedFrame, NoteAddedFrame } from '#contract/chat/frames.ts'
import type { Deps } from '#server/deps.ts'
import type { Audience } from '../audience.ts'
import { readInboxNotice } from '../notice.ts'
import * as data from './data.ts'

// A transaction that had begun before notices were lost may have ended after. None takes longer.
const longestTransactionMillis = 60_000
const retryMillis = 1_000

/**
 * Tells the staff in this process who answers what, and what they note for each other. It knows no partner's connection, so that
 * nothing of it can reach one. Notices only wake, several make one read, and what is told may be told twice.
 */
export const createInboxNews = (
  { db, bus, log }: Pick<Deps, 'db' | 'bus' | 'log'>,
  staff: Audience['staff'],
) => {
  const changed = new Set<string>()
  let notes: { conversationId: string; seq: number }[] = []
  /** Since when all is to be read; null when the notices have said all. */
  let gap: Date | null = null
  let busy = false
  let closed = false

  const tell = (text: string) => {
    for (const connection of staff) connection.send(text)
  }

  const tellNotes = (rows: data.NoteRow[]) => {
    for (const note of rows) tell(JSON.stringify(NoteAddedFrame.encode({ type: 'chat_note', data: note })))
  }

  const tellStates = async (ids: string[]) => {
    if (ids.length === 0) return
    for (const state of await data.listStates(db, ids))
      tell(JSON.stringify(ConversationChangedFrame.encode({ type: 'chat_conversation', data: state })))
  }

  const readOn = async () => {
    while (changed.size > 0 || notes.length > 0 || gap) {
      const work = { ids: [...changed], notes, gap }
      changed.clear()
      notes = []
      gap = null
      if (staff.size === 0) continue
      try {
        if (work.gap) {
          tellNotes(await data.listNotesSince(db, work.gap))
          await tellStates(await data.listChangedIds(db, work.gap))
        }
        if (work.notes.length > 0) tellNotes(await data.listNotesBySeq(db, work.notes))
        await tellStates(work.ids)
      } catch (err) {
        for (const id of work.ids) changed.add(id)
        notes = [...work.notes, ...notes]
        gap ??= work.gap
        throw err
      }
    }
  }

  const wake = () => {
    if (busy || closed) return
    busy = true
    readOn().then(
      () => {
        busy = false
      },
      (err) => {
        log.warn({ err }, 'news of the inbox cannot be read yet')
        setTimeout(() => {
          busy = false
          wake()
        }, retryMillis).unref()
      },
    )
  }

  bus.subscribe('inbox', {
    onNotification: (text) => {
      const notice = readInboxNotice(text)
      if (notice.event === 'note') notes.push(notice)
      else changed.add(notice.conversationId)
      wake()
    },
    onGap: (since) => {
      gap = new Date(since.getTime() - longestTransactionMillis)
      wake()
    },
  })

  return {
    close() {
      closed = true
    },
  }
}
