import { randomUUID } from 'node:crypto'
import { isStaff } from '#contract/users/roles.ts'
import { notify } from '#server/bus/data.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import {
  claimRegisteredFile,
  getRegisteredChatFile,
  type RegisteredFile,
} from '#server/features/files/actions.ts'
import { hasThumbnailOf } from '#server/features/files/thumbnails.ts'
import { AppError } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import * as data from './data.ts'
import { formatChatNotice } from './notices.ts'
import { awayReply } from './office-hours/away-reply.ts'
import { getOfficeHours } from './office-hours/data.ts'

// This is more than anyone types, but few enough that nobody can fill the table.
const maxPerMinute = 60
const minuteSeconds = 60

interface NewMessage {
  message: string | null
  file?: { filePath: string } | null | undefined
  clientId?: string | null | undefined
}

/**
 * Stores a message. The conversation is locked meanwhile, so that messages are numbered in the order in which they are stored, and a
 * message that is sent twice with the same `clientId` is stored once. A message of the partner reopens a closed conversation and ends a
 * snooze. Outside of office hours, the partner gets one automatic reply.
 */
export const sendMessage = async (
  { db, settings, jobs }: Pick<Deps, 'db' | 'settings' | 'jobs'>,
  sender: SignedInUser,
  conversationId: string,
  { message, file = null, clientId = null }: NewMessage,
): Promise<data.MessageRow> => {
  const isSupport = isStaff(sender.role)
  return db.transaction(async (tx) => {
    const conversation = await data.lockConversation(tx, conversationId)
    if (conversation.isFormer) {
      throw new AppError(
        'conflict',
        'This person now belongs to a partner. Write in the conversation of that partner.',
      )
    }
    const known = clientId && (await data.findByClientId(tx, conversationId, sender.id, clientId))
    if (known) return known
    await requireBelowRateLimit(tx, sender.id)

    const sent = file && (await getRegisteredChatFile(tx, sender, file.filePath))
    if (sent) await claimRegisteredFile(tx, sent)
    if (sent && hasThumbnailOf(sent.fileType)) {
      await jobs.enqueue(tx, 'thumbnail', { objectKey: sent.objectKey })
    }
    const seq = conversation.lastSeq + 1
    const stored = await data.addMessage(tx, {
      ...(sent && fileColumns(sent)),
      conversationId,
      senderId: sender.id,
      receiverId: isSupport ? conversation.ownerId : null,
      isSupport,
      message: message ?? sent?.fileName ?? '',
      clientId: clientId ?? randomUUID(),
      seq,
    })
    const read = isSupport ? { staffReadSeq: seq } : { partnerReadSeq: seq }
    if (!isSupport) await data.markReadBy(tx, conversationId, sender.id, seq)
    const comesBack = !isSupport && (conversation.closedAt !== null || conversation.snoozedUntil !== null)
    await data.updateConversation(tx, conversationId, {
      lastSeq: seq,
      lastMessageAt: stored.createdAt,
      ...read,
      ...(comesBack && { closedAt: null, snoozedUntil: null, snoozedBy: null }),
      returnedAt: null,
      waitingSince: isSupport ? null : (conversation.waitingSince ?? stored.createdAt),
    })
    await notify(
      tx,
      'chat',
      formatChatNotice('message', conversationId, { ...conversation, lastSeq: seq, ...read }),
    )
    if (comesBack) await notify(tx, 'stale', 'inbox')
    if (!isSupport) await sendAwayReply({ db: tx, settings }, { ...conversation, lastSeq: seq, ...read })
    return stored
  })
}

const fileColumns = ({
  objectKey,
  fileName,
  fileType,
  fileSize,
  sha256,
}: RegisteredFile & { fileName: string }) => ({
  filePath: objectKey,
  fileName,
  fileType,
  fileSize,
  fileSha256: sha256,
})

/** Sends the automatic reply in the same transaction as the message before it, so that no other message comes between the two. */
const sendAwayReply = async (
  { db, settings }: { db: Transaction; settings: Deps['settings'] },
  conversation: Awaited<ReturnType<typeof data.lockConversation>>,
) => {
  const { hours } = await getOfficeHours({ db, settings })
  const reply = hours && awayReply(hours, new Date(), conversation.awayUntil)
  if (!reply) return
  const { id: conversationId, ownerId: receiverId } = conversation
  const seq = conversation.lastSeq + 1
  const { createdAt } = await data.addMessage(db, {
    conversationId,
    receiverId,
    isSupport: true,
    message: reply.text,
    kind: 'away',
    seq,
  })
  await data.updateConversation(db, conversationId, {
    lastSeq: seq,
    lastMessageAt: createdAt,
    awayUntil: reply.until,
  })
  await notify(db, 'chat', formatChatNotice('message', conversationId, { ...conversation, lastSeq: seq }))
}

/**
 * Limits the messages and notes that a user sends in a minute. It counts the stored rows in the transaction that adds one. This is exact
 * for any number of processes, and does not count messages that were refused or sent again, as a separate counter would.
 * @throws AppError `too_many_requests` when the limit is reached
 */
export const requireBelowRateLimit = async (tx: Transaction, senderId: string) => {
  const sent = await data.listLastMinute(tx, senderId)
  const oldest = sent.at(-maxPerMinute)
  if (!oldest) return
  throw new AppError('too_many_requests', 'Too many messages. Try again in a moment.', {
    retryAfter: Math.max(1, Math.ceil(minuteSeconds - oldest.secondsAgo)),
  })
}

/**
 * Records that the staff, or a person of a partner, have read up to a message. The partner has read what any of its people has read. Read
 * messages never become unread again.
 */
export const markRead = async (db: Database, reader: SignedInUser, conversationId: string, seq: number) => {
  const side = isStaff(reader.role) ? 'staffReadSeq' : 'partnerReadSeq'
  // This checks without a lock first, because clients often repeat marks that are stored already.
  const current = await data.getMarks(db, conversationId)
  const formerSeq = isStaff(reader.role) ? current.staffReadSeq : (current.readSeqs[reader.id] ?? 0)
  if (Math.min(seq, current.lastSeq) <= formerSeq) return
  await db.transaction(async (tx) => {
    const marks = await data.lockConversation(tx, conversationId)
    const ownSeq = Math.min(seq, marks.lastSeq)
    const readSeq = Math.max(ownSeq, marks[side])
    if (!isStaff(reader.role)) await data.markReadBy(tx, conversationId, reader.id, ownSeq)
    else if (readSeq === marks[side]) return
    await data.updateConversation(tx, conversationId, { [side]: readSeq })
    await notify(tx, 'chat', formatChatNotice('read', conversationId, { ...marks, [side]: readSeq }))
  })
}
