import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { ServerFrame } from '#contract/chat/frames.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'

interface Options {
  /** Returns the addresses of the servers; each connection picks one at random. */
  urls: () => string[]
  cookie: string
  /** The conversation; staff send it with each frame. */
  conversationId: string
  isStaff: boolean
}

/**
 * Creates a client that does what the portal's page does: reconnects when the connection breaks, names the last message it has, and
 * resends what was not acknowledged. It stores everything it receives, for comparison with the table.
 */
export const createChatParticipant = ({ urls, cookie, conversationId, isStaff }: Options) => {
  /** The received messages by sequence number. */
  const known = new Map<number, ChatMessage>()
  /** Sent messages that are not acknowledged yet. */
  const pending = new Map<string, string>()
  /** The client ids of acknowledged messages. */
  const acknowledged = new Set<string>()
  const mistakes: string[] = []
  let socket: WebSocket | undefined
  let connections = 0
  let ended = false

  const lastContiguousSeq = () => {
    let seq = 0
    while (known.has(seq + 1)) seq += 1
    return seq
  }

  const addMessage = (message: ChatMessage) => {
    if (message.conversationId !== conversationId) {
      if (!isStaff) mistakes.push(`a message of another conversation: ${message.id}`)
      return
    }
    const former = known.get(message.seq)
    if (former && former.id !== message.id) mistakes.push(`two messages are number ${message.seq}`)
    known.set(message.seq, message)
  }

  const sendFrame = (clientId: string, message: string) => {
    if (socket?.readyState !== WebSocket.OPEN) return
    const receiver = isStaff ? { conversationId } : {}
    socket.send(JSON.stringify({ type: 'chat', message, clientId, ...receiver }))
  }

  const handle = (frame: ServerFrame, lastReceived: { seq: number }) => {
    switch (frame.type) {
      case 'chat':
        // Within a connection each message arrives once and in order.
        if (frame.data.conversationId === conversationId) {
          if (frame.data.seq <= lastReceived.seq)
            mistakes.push(`${frame.data.seq} came after ${lastReceived.seq}`)
          lastReceived.seq = frame.data.seq
        }
        return addMessage(frame.data)
      case 'chat_stored':
        addMessage(frame.data)
        if (frame.data.clientId) {
          acknowledged.add(frame.data.clientId)
          pending.delete(frame.data.clientId)
        }
        return
      case 'chat_history':
      case 'chat_missed':
        if (frame.conversationId === conversationId) for (const each of frame.data) addMessage(each)
        for (const [clientId, message] of pending) sendFrame(clientId, message)
        return
      case 'chat_error':
        // The message was rate limited or the database is unavailable. It stays pending and is sent again after a delay.
        if (frame.clientId) setTimeout(() => resend(frame.clientId), (frame.retryAfter ?? 1) * 1000).unref()
    }
  }

  const resend = (clientId: string | null) => {
    const message = clientId && pending.get(clientId)
    if (message) sendFrame(clientId, message)
  }

  const connect = async () => {
    const offered = urls()
    const url = offered[Math.floor(Math.random() * offered.length)] ?? ''
    const since = lastContiguousSeq()
    const opened = new WebSocket(`${url.replace('http', 'ws')}/ws${isStaff ? '' : `?since=${since}`}`, {
      headers: { cookie, origin: url },
    })
    // Staff receive all conversations at once, and open a conversation only after connecting.
    const lastReceived = { seq: isStaff ? 0 : since }
    const closed = new Promise<void>((resolve) => {
      opened.on('close', () => resolve())
      opened.on('error', () => resolve())
    })
    opened.on('open', () => {
      connections += 1
      socket = opened
      if (isStaff) opened.send(JSON.stringify({ type: 'chat_open', conversationId, since }))
    })
    opened.on('message', (data) => handle(JSON.parse(String(data)), lastReceived))
    await closed
  }

  const connecting = (async () => {
    while (!ended) {
      await connect()
      await delay(20 + Math.random() * 80)
    }
  })()

  return {
    isStaff,
    conversationId,
    known,
    pending,
    acknowledged,
    mistakes,
    connections: () => connections,
    sendMessage() {
      const clientId = randomUUID()
      const message = `${isStaff ? 'team' : 'partner'} ${clientId}`
      pending.set(clientId, message)
      sendFrame(clientId, message)
    },
    /** Breaks the connection without a close frame. */
    cut: () => socket?.terminate(),
    async end() {
      ended = true
      socket?.close()
      await connecting
    },
  }
}

export type ChatParticipant = ReturnType<typeof createChatParticipant>
