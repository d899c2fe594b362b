import { onTestFinished, vi } from 'vitest'
import { chatPath } from '#contract/chat/connection.ts'
import { ClientFrame, chatPageSize, type SentFrame, ServerFrame } from '#contract/chat/frames.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { partner, support } from './people.ts'

type Sent<T extends SentFrame['type']> = Extract<SentFrame, { type: T }>
type MessageFields = Partial<ChatMessage> & { message: string }

/**
 * Stands in for the WebSocket of the chat and stores the conversation of `partner` as the server does: a message sent twice is stored
 * once, and a client that reconnects gets the messages that it missed. The contract's schemas check the frames of both sides.
 * @param earlier the messages that the partner has written before, oldest first, all of them read
 */
export const startChatServer = (viewer: CurrentUser, earlier: string[] = []) => {
  const isTeam = isStaff(viewer.role)
  const conversationId = partner.id
  const messages: ChatMessage[] = []
  const sent: SentFrame[] = []
  const addresses: string[] = []
  let current: FakeSocket | undefined
  let fate: 'arrives' | 'is lost' | 'fails' = 'arrives'
  const failure = 'The portal is not available at the moment.'

  const store = ({ isSupport = false, ...fields }: MessageFields) => {
    const message: ChatMessage = {
      id: crypto.randomUUID(),
      senderId: isSupport ? support.id : partner.id,
      sender: isSupport ? null : { name: 'Paula Ortega', profileImageUrl: null },
      receiverId: isSupport ? partner.id : null,
      isSupport,
      createdAt: new Date().toISOString(),
      conversationId,
      seq: messages.length + 1,
      clientId: null,
      kind: 'said',
      file: null,
      ...fields,
    }
    messages.push(message)
    return message
  }
  const begin = Date.now() - earlier.length * 120_000
  for (const [index, message] of earlier.entries())
    store({ message, createdAt: new Date(begin + index * 120_000).toISOString() })
  const marks = { conversationId, partnerSeq: messages.length, staffSeq: messages.length }
  const own = isTeam ? 'staffSeq' : 'partnerSeq'
  const other = isTeam ? 'partnerSeq' : 'staffSeq'

  const send = (frame: ServerFrame) => {
    const data = JSON.stringify(ServerFrame.parse(frame))
    current?.onmessage?.({ data })
  }
  const sendMarks = () => send({ type: 'chat_read', data: { ...marks } })
  const sendMessages = (since?: number | null) => {
    if (typeof since === 'number')
      return send({ type: 'chat_missed', data: messages.filter(({ seq }) => seq > since), conversationId })
    send({ type: 'chat_history', data: messages.slice(-chatPageSize), conversationId })
    sendMarks()
  }

  const keep = ({ message, clientId = null }: Sent<'chat'>) => {
    const known = messages.find((each) => each.clientId === clientId)
    const author = { isSupport: isTeam, senderId: viewer.id }
    const stored = known ?? store({ message: message ?? '', clientId, ...author })
    marks[own] = Math.max(marks[own], stored.seq)
    return stored
  }
  const take = (frame: SentFrame) => {
    sent.push(frame)
    if (frame.type === 'chat') {
      if (fate === 'is lost') return
      const data = keep(frame)
      const { clientId } = data
      if (fate === 'arrives') send({ type: 'chat_stored', data })
      else send({ type: 'chat_error', code: 'unavailable', message: failure, clientId, retryAfter: 5 })
    }
    if (frame.type === 'chat_open') sendMessages(frame.since)
    if (frame.type === 'chat_older') {
      const before = messages.filter(({ seq }) => seq < frame.before)
      send({ type: 'chat_older', data: before.slice(-chatPageSize), conversationId })
    }
    if (frame.type === 'chat_read') {
      marks[own] = Math.max(marks[own], frame.seq)
      sendMarks()
    }
  }

  class FakeSocket {
    static readonly OPEN = 1
    readyState = 0
    onopen?: () => void
    onmessage?: (event: { data: string }) => void
    onclose?: (event: { code: number }) => void

    constructor(address: string) {
      const { pathname, search, searchParams } = new URL(address)
      if (pathname !== chatPath) throw new Error(`no WebSocket is at ${pathname}`)
      addresses.push(pathname + search)
      setTimeout(() => {
        if (this.readyState > 0) return
        if (!navigator.onLine) return this.onclose?.({ code: 1006 })
        this.readyState = FakeSocket.OPEN
        current = this
        this.onopen?.()
        const since = searchParams.get('since')
        if (isTeam) send({ type: 'chat_history', data: [], conversationId: null })
        else sendMessages(since === null ? null : Number(since))
      })
    }

    send(text: string) {
      const frame = ClientFrame.parse(JSON.parse(text))
      setTimeout(() => this === current && take(frame))
    }

    close(code = 1000) {
      this.readyState = 3
      if (current === this) current = undefined
      setTimeout(() => this.onclose?.({ code }))
    }
  }
  vi.stubGlobal('WebSocket', FakeSocket)

  return {
    /** The messages that are stored. */
    messages,
    /** The frames that the client has sent. */
    sent,
    /** The address of each connection so far. */
    addresses,
    failure,
    send,
    /** Sends a message of the other side. */
    write(fields: string | MessageFields) {
      const given = typeof fields === 'string' ? { message: fields } : fields
      const data = store({ isSupport: !isTeam, ...given })
      marks[other] = data.seq
      send({ type: 'chat', data })
    },
    /** Marks everything as read by the other side. */
    read() {
      marks[other] = messages.length
      sendMarks()
    },
    /** Sets what happens to messages from now on. A message that fails has arrived nevertheless. */
    let: (next: typeof fate) => {
      fate = next
    },
    /** Breaks the connection. */
    cut: (code = 1001) => current?.close(code),
    isConnected: () => current !== undefined,
  }
}

/** Takes the page offline or back online, as the browser reports it. */
export const setOnline = (isOnline: boolean) => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  onTestFinished(() => onLine.mockRestore())
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}
