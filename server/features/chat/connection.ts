import { randomUUID } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { WebSocket } from 'ws'
import { closeCodes } from '#contract/chat/connection.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

// A client that leaves this much unread has stopped reading, and would fill the memory.
const maxBufferedBytes = 1024 * 1024
// Normal use, such as typing, opening conversations and scrolling, stays far below this limit.
const frameLimit = new RateLimiterMemory({ points: 120, duration: 30 })

const asText = { binary: false }
// A failed send closes the socket, and its close listener cleans up.
const ignore = () => {}

interface OpenedConversation {
  conversationId: string
  /** The number of the last message that the client was sent. */
  sentSeq: number
  /** The messages that arrived while the history is being read; null once the history has been sent. */
  pending: EncodedMessage[] | null
}

interface EncodedMessage {
  conversationId: string
  seq: number
  /** The message frame as it goes over the wire. */
  frame: Buffer
}

/** Creates the connection of an open socket and its user. */
export const createConnection = (socket: WebSocket, user: SignedInUser) => {
  const id = randomUUID()
  let opened: OpenedConversation | null = null
  let queue = Promise.resolve()
  let hasAnswered = true

  const send = (frame: string | Buffer) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > maxBufferedBytes) socket.terminate()
    else socket.send(frame, asText, ignore)
  }

  return {
    socket,
    user,
    send,

    /** Sends a frame, and waits until it has left this process. */
    sendAndFlush: (text: string) =>
      new Promise<void>((resolve) => {
        if (socket.readyState !== socket.OPEN) return resolve()
        socket.send(text, () => resolve())
      }),

    /** Runs tasks one after the other, so that messages are stored in the order in which they were sent. */
    enqueue(work: () => Promise<void>) {
      queue = queue.then(work)
    },

    /** Resolves when all tasks enqueued so far are done. */
    idle: () => queue,

    /** Buffers the messages of a conversation until its history has been sent. */
    startBuffering(conversationId: string) {
      opened = { conversationId, sentSeq: 0, pending: [] }
    },

    /** Delivers the buffered messages that are newer than the history, which ended at `sentSeq`. */
    flushBuffer(sentSeq: number) {
      if (!opened) return
      const { pending } = opened
      opened.sentSeq = sentSeq
      opened.pending = null
      for (const message of pending ?? []) this.deliver(message)
    },

    /** Sends a message once and in order. */
    deliver(message: EncodedMessage) {
      if (opened?.conversationId !== message.conversationId) return send(message.frame)
      if (opened.pending) {
        opened.pending.push(message)
        return
      }
      if (message.seq <= opened.sentSeq) return
      opened.sentSeq = message.seq
      send(message.frame)
    },

    /** Counts a received frame. Closes the socket of a client that sends more frames than a user could. */
    async allowsFrame() {
      try {
        await frameLimit.consume(id)
        return true
      } catch {
        socket.close(closeCodes.policyViolation, 'Too many frames')
        return false
      }
    },

    /** Terminates the socket when the previous ping was not answered. */
    ping() {
      if (!hasAnswered) return socket.terminate()
      hasAnswered = false
      socket.once('pong', () => {
        hasAnswered = true
      })
      socket.ping()
    },
  }
}

export type Connection = ReturnType<typeof createConnection>
