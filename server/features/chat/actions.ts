import { isStaff } from '#contract/users/roles.ts'
import { notify } from '#server/bus/data.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import {
  claimRegisteredFile,
  getRegisteredChatFile,
  type RegisteredFile,
} from '#server/features/files/actions.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import {
  addMessage,
  findByClientId,
  getMarks,
  isPartnerUser,
  listLastMinute,
  lockConversation,
  type MessageRow,
  updateConversation,
} from './data.ts'
import { changedNotice, noticeOf } from './notice.ts'
import { awayLine } from './office-hours/away-line.ts'
import { getOfficeHours } from './office-hours/data.ts'

// More than anyone types, and few enough that no one can fill the table.
const mostEachMinute = 60
const minuteSeconds = 60

interface Speech {
  message: string | null
  file?: { filePath: string } | null | undefined
  clientId?: string | null | undefined
}

/**
 * Stores what somebody says. The conversation is locked meanwhile: so its messages are numbered in the order in which they
 * are stored, and one that is sent twice is stored once. What a partner says opens a closed conversation again, and is
 * answered with when the team is back, once, while nobody is there.
 */
export const sendMessage = async (
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  sender: SignedInUser,
  conversationId: string,
  { message, file = null, clientId = null }: Speech,
): Promise<MessageRow> => {
  const isSupport = isStaff(sender.role)
  if (isSupport && !(await isPartnerUser(db, conversationId))) throw notFound()
  return db.transaction(async (tx) => {
    const conversation = await lockConversation(tx, conversationId)
    const known = clientId && (await findByClientId(tx, conversationId, sender.id, clientId))
    if (known) return known
    await requireBelowRateLimit(tx, sender.id)

    const sent = file && (await getRegisteredChatFile(tx, sender, file.filePath))
    if (sent) await claimRegisteredFile(tx, sent)
    const seq = conversation.lastSeq + 1
    const stored = await addMessage(tx, {
      ...(sent && fileColumns(sent)),
      senderId: sender.id,
      receiverId: isSupport ? conversationId : null,
      isSupport,
      message: message ?? sent?.fileName ?? '',
      clientId,
      seq,
    })
    const read = isSupport ? { staffReadSeq: seq } : { partnerReadSeq: seq }
    const reopens = !isSupport && conversation.closedAt !== null
    await updateConversation(tx, conversationId, {
      lastSeq: seq,
      lastMessageAt: stored.createdAt,
      ...read,
      ...(reopens && { closedAt: null }),
    })
    await notify(tx, 'chat', noticeOf('said', conversationId, { ...conversation, lastSeq: seq, ...read }))
    if (reopens) await notify(tx, 'inbox', changedNotice(conversationId))
    if (!isSupport) await sayAway({ db: tx, settings }, { ...conversation, lastSeq: seq, ...read })
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

/** In the same transaction as what it answers, so that nothing comes between the two. */
const sayAway = async (
  { db, settings }: { db: Transaction; settings: Deps['settings'] },
  conversation: Awaited<ReturnType<typeof lockConversation>>,
) => {
  const { hours } = await getOfficeHours({ db, settings })
  const line = hours && awayLine(hours, new Date(), conversation.awayUntil)
  if (!line) return
  const { userId } = conversation
  const seq = conversation.lastSeq + 1
  const { createdAt } = await addMessage(db, {
    receiverId: userId,
    isSupport: true,
    message: line.text,
    kind: 'away',
    seq,
  })
  await updateConversation(db, userId, { lastSeq: seq, lastMessageAt: createdAt, awayUntil: line.until })
  await notify(db, 'chat', noticeOf('said', userId, { ...conversation, lastSeq: seq }))
}

/** @throws AppError `too_many_requests` for more than a person says, notes to colleagues among it, in a minute */
export const requireBelowRateLimit = async (tx: Transaction, senderId: string) => {
  const sent = await listLastMinute(tx, senderId)
  const oldest = sent.at(-mostEachMinute)
  if (!oldest) return
  throw new AppError('too_many_requests', 'Too many messages. Try again in a moment.', {
    retryAfter: Math.max(1, Math.ceil(minuteSeconds - oldest.secondsAgo)),
  })
}

/** Notes that a side has read up to a message. Nothing is ever unread again. */
export const markRead = async (db: Database, reader: SignedInUser, conversationId: string, seq: number) => {
  const side = isStaff(reader.role) ? 'staffReadSeq' : 'partnerReadSeq'
  // Looked at without a lock first: what has been read already is said again with every look.
  const seen = await getMarks(db, conversationId)
  if (Math.min(seq, seen.lastSeq) <= seen[side]) return
  await db.transaction(async (tx) => {
    const marks = await lockConversation(tx, conversationId)
    const readSeq = Math.min(seq, marks.lastSeq)
    if (readSeq <= marks[side]) return
    await updateConversation(tx, conversationId, { [side]: readSeq })
    await notify(tx, 'chat', noticeOf('read', conversationId, { ...marks, [side]: readSeq }))
  })
}
