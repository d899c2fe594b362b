import type { WebSocket } from 'ws'
import { closeCodes } from '#contract/chat/frames.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

// Who does not read this much is gone, or means to fill the memory.
const mostUnread = 1024 * 1024
// A person who types, opens and scrolls stays far below both.
const mostFramesAtOnce = 120
const framesEachSecond = 4

const asText = { binary: false }
// Who is told that a socket has gone is the socket's own listener.
const ignore = () => {}

/** The conversation that a connection has open. */
interface View {
  conversationId: string
  /** Up to which message it has been sent. */
  sentSeq: number
  /** What was said while its history was being read; null once that has been sent. */
  held: Said[] | null
}

interface Said {
  conversationId: string
  seq: number
  /** As it goes over the wire. */
  frame: Buffer
}

/** One open socket, and whose it is. */
export const createConnection = (socket: WebSocket, user: SignedInUser) => {
  let view: View | null = null
  let queue = Promise.resolve()
  let allowance = { frames: mostFramesAtOnce, at: performance.now() }
  let answers = true

  const send = (frame: string | Buffer) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > mostUnread) socket.terminate()
    else socket.send(frame, asText, ignore)
  }

  return {
    socket,
    user,
    send,

    /** The same, waiting until it has left this process. */
    sendSlowly: (text: string) =>
      new Promise<void>((resolve) => {
        if (socket.readyState !== socket.OPEN) return resolve()
        socket.send(text, () => resolve())
      }),

    /** Does one thing after the other, so that what somebody says is stored in the order in which they said it. */
    enqueue(work: () => Promise<void>) {
      queue = queue.then(work)
    },

    /** Once all that it was asked for until now is done. */
    settled: () => queue,

    /** Holds back what is said in a conversation until its history has been sent. */
    holdBack(conversationId: string) {
      view = { conversationId, sentSeq: 0, held: [] }
    },

    /** Goes on after its history, which reached up to `sentSeq`. */
    goOn(sentSeq: number) {
      if (!view) return
      const { held } = view
      view.sentSeq = sentSeq
      view.held = null
      for (const said of held ?? []) this.tell(said)
    },

    /** Passes on what was said, once and in its order. */
    tell(said: Said) {
      if (view?.conversationId !== said.conversationId) return send(said.frame)
      if (view.held) {
        view.held.push(said)
        return
      }
      if (said.seq <= view.sentSeq) return
      view.sentSeq = said.seq
      send(said.frame)
    },

    /** Whether one more frame may be looked at. Who sends more than a person can is sent away. */
    takesFrame() {
      const now = performance.now()
      const regained = ((now - allowance.at) / 1000) * framesEachSecond
      allowance = { frames: Math.min(mostFramesAtOnce, allowance.frames + regained) - 1, at: now }
      if (allowance.frames >= 0) return true
      socket.close(closeCodes.policyViolation, 'Too many frames')
      return false
    },

    /** Asks for a sign of life, and drops a socket that has given none since it was last asked. */
    ping() {
      if (!answers) return socket.terminate()
      answers = false
      socket.once('pong', () => {
        answers = true
      })
      socket.ping()
    },
  }
}

export type Connection = ReturnType<typeof createConnection>
