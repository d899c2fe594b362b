import type { FastifyBaseLogger } from 'fastify'
import { MessageFrame } from '#contract/chat/frames.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Bus } from '#server/bus/bus.ts'
import type { Database } from '#server/db/client.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import type { Connections } from './connections.ts'
import { getMarks, listChanged, listMessages, type Marks, type MessageRow } from './data.ts'
import { parseChatNotice } from './notices.ts'
import { type PersonalMarks, readMarksFrame } from './read-marks.ts'

const batchSize = 100
// Transactions that began before notices were lost may have committed afterward. No transaction takes longer than this.
const maxTransactionMs = 60_000
const retryMs = 1_000

type ReadSeqs = Pick<Marks, 'partnerReadSeq' | 'staffReadSeq'>

const isBehind = (sent: ReadSeqs, current: ReadSeqs) =>
  sent.partnerReadSeq < current.partnerReadSeq || sent.staffReadSeq < current.staffReadSeq

/** Returns the read marks after a message. Its sender has read what came before, and recipients know that without a frame. */
const readUpTo = (sent: ReadSeqs, { isSupport, kind, seq }: MessageRow): ReadSeqs => {
  if (kind === 'away') return sent
  return isSupport ? { ...sent, staffReadSeq: seq } : { ...sent, partnerReadSeq: seq }
}

/** How far a conversation has been delivered to the connections of this process. */
interface Progress {
  conversationId: string
  /** The number of the last message that was sent; undefined until the first notice arrives. */
  sentSeq: number | undefined
  sentReads: ReadSeqs
  isReading: boolean
  /** Whether a notice arrived while messages were being read. */
  mustReadAgain: boolean
  /** Whether the read marks have to be sent, even if only those of one person have changed. */
  mustSendReads: boolean
}

/**
 * Sends new messages and read marks to the connections of this process, whichever process stored them. A notice only triggers reading:
 * messages are read from the table in order, and several notices can cause a single read.
 */
export const createDelivery = (db: Database, bus: Bus, log: FastifyBaseLogger, connections: Connections) => {
  const followed = new Map<string, Progress>()
  let pendingNotices: string[] | null = null
  let isClosed = false

  const progressOf = (conversationId: string) => {
    let progress = followed.get(conversationId)
    if (!progress) {
      progress = {
        conversationId,
        sentSeq: undefined,
        sentReads: { partnerReadSeq: 0, staffReadSeq: 0 },
        isReading: false,
        mustReadAgain: false,
        mustSendReads: false,
      }
      followed.set(conversationId, progress)
    }
    return progress
  }

  const recipientsOf = (conversationId: string) => [
    ...connections.partner(conversationId),
    ...connections.staff,
  ]

  const sendReadMarks = (conversationId: string, marks: PersonalMarks) => {
    for (const connection of recipientsOf(conversationId)) {
      connection.send(readMarksFrame(connection.user, conversationId, marks))
    }
  }

  const sendNew = async (progress: Progress) => {
    const { conversationId } = progress
    for (;;) {
      progress.mustReadAgain = false
      const messages = await listMessages(db, conversationId, {
        after: progress.sentSeq ?? 0,
        limit: batchSize,
      })
      const marks = await getMarks(db, conversationId)
      // The last follower of the conversation left meanwhile. The next follower starts with new progress.
      if (followed.get(conversationId) !== progress) return
      for (const data of messages) {
        // All connections share these bytes; a string would be encoded again for each connection.
        const frame = Buffer.from(JSON.stringify(MessageFrame.encode({ type: 'chat', data })))
        const message = { conversationId, seq: data.seq, frame }
        for (const connection of recipientsOf(conversationId)) connection.deliver(message)
        progress.sentSeq = data.seq
        progress.sentReads = readUpTo(progress.sentReads, data)
      }
      if (progress.mustSendReads || isBehind(progress.sentReads, marks)) {
        progress.mustSendReads = false
        progress.sentReads = marks
        sendReadMarks(conversationId, marks)
      }
      if (!progress.mustReadAgain && messages.length < batchSize) return
    }
  }

  const trigger = (progress: Progress) => {
    progress.mustReadAgain = true
    if (progress.isReading) return
    progress.isReading = true
    sendNew(progress).then(
      () => {
        progress.isReading = false
        if (progress.mustReadAgain) trigger(progress)
      },
      (err) => {
        progress.isReading = false
        log.warn({ err }, 'new chat messages cannot be read, retrying')
        setTimeout(() => {
          if (!isClosed && followed.get(progress.conversationId) === progress) trigger(progress)
        }, retryMs).unref()
      },
    )
  }

  const handleNotice = (notice: string) => {
    const { event, conversationId, marks } = parseChatNotice(notice)
    if (!connections.isFollowed(conversationId)) return
    const progress = progressOf(conversationId)
    progress.sentSeq ??= event === 'message' ? marks.lastSeq - 1 : marks.lastSeq
    progress.mustSendReads ||= event === 'read'
    if (progress.mustSendReads || marks.lastSeq > progress.sentSeq || isBehind(progress.sentReads, marks))
      trigger(progress)
  }

  /** Reads what was stored while notices were lost. New notices wait until that is done, or each would be taken for the first one. */
  const catchUp = async (since: Date) => {
    pendingNotices ??= []
    const pending = pendingNotices
    try {
      for (const { id, seq } of await listChanged(db, new Date(since.getTime() - maxTransactionMs))) {
        if (!connections.isFollowed(id)) continue
        const progress = progressOf(id)
        progress.sentSeq ??= seq
        trigger(progress)
      }
    } catch (err) {
      log.warn({ err }, 'chat messages stored during a gap cannot be read, retrying')
      setTimeout(() => {
        if (!isClosed) void catchUp(since)
      }, retryMs).unref()
      return
    }
    pendingNotices = null
    for (const notice of pending) handleNotice(notice)
  }

  bus.subscribe('chat', {
    onNotification: (notice) => {
      if (pendingNotices) pendingNotices.push(notice)
      else handleNotice(notice)
    },
    onGap: (since) => void catchUp(since),
  })

  return {
    /** Deletes the progress of conversations that nobody here follows after a user has left, since it would become outdated. */
    dropUnfollowed({ conversationId: own, role }: SignedInUser) {
      for (const conversationId of isStaff(role) ? [...followed.keys()] : [own]) {
        if (conversationId && !connections.isFollowed(conversationId)) followed.delete(conversationId)
      }
    },

    close() {
      isClosed = true
    },
  }
}

export type Delivery = ReturnType<typeof createDelivery>
