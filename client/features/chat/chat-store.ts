import { chatPath, type ServerFrame } from '#contract/chat/frames.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import { connect } from './connection.ts'
import { lastWithoutGap, merge, newClientId, type Outgoing, readBySaying, type SeqRange } from './messages.ts'
import { createOwnTyping, createTypists, type Typist } from './typing.ts'

export interface ChatState {
  connected: boolean
  /** Whose conversation is shown; null while staff choose one, and until a partner's own has come. */
  conversationId: string | null
  /** Whether its messages have come, and up to where they had been read. */
  isRead: boolean
  messages: readonly ChatMessage[]
  outgoing: readonly Outgoing[]
  partnerSeq: number
  staffSeq: number
  /** What this side had not read when the conversation was opened; null when it had read all. */
  unreadRange: SeqRange | null
  isLoadingOlder: boolean
  /** Whether the other side is there; null until that is known. */
  present: boolean | null
  /** Who types, in whichever conversation. */
  typists: readonly Typist[]
}

const nothing = {
  isRead: false,
  messages: [],
  partnerSeq: 0,
  staffSeq: 0,
  unreadRange: null,
  isLoadingOlder: false,
  present: null,
}

// What a connection that works takes seconds for, one that has died without a word never answers.
const answerMillis = 10_000
// After that a message does not go out by itself any more: whoever wrote it may have found another way.
const patienceMillis = 30_000

interface Options {
  isStaff: boolean
  /** What the server sends, once it stands in the state. */
  onFrame: (frame: ServerFrame) => void
  onConnected: () => void
  /** The connection was refused, or ended by the server. */
  onRefused: () => void
}

/** The state of an open chat, and all that can be done in it. `start` connects, and answers the way to disconnect. */
export const createChatStore = ({ isStaff, onFrame, onConnected, onRefused }: Options) => {
  let state: ChatState = { connected: false, conversationId: null, outgoing: [], typists: [], ...nothing }
  /** A history without its read marks, which come right after it: it shows with them. */
  let arriving: { conversationId: string; messages: readonly ChatMessage[] } | null = null
  const listeners = new Set<() => void>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let connection: ReturnType<typeof connect> | undefined

  const set = (change: Partial<ChatState>) => {
    state = { ...state, ...change }
    for (const notify of listeners) notify()
  }

  const typists = createTypists((all) => set({ typists: all }))
  const ownTyping = createOwnTyping((conversationId, typing) =>
    connection?.send({ type: 'typing', conversationId, typing }),
  )

  const later = (millis: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, millis)
    timers.add(timer)
  }

  const change = (clientId: string, failure: string | null) =>
    set({
      outgoing: state.outgoing.map((each) => (each.clientId === clientId ? { ...each, failure } : each)),
    })

  const isSending = (clientId: string) =>
    state.outgoing.some((each) => each.clientId === clientId && each.failure === null)

  const transmit = ({ clientId, conversationId, message, file }: Outgoing) => {
    const receiver = isStaff ? { receiverId: conversationId } : {}
    const attached = file && { message: message || null, file: { filePath: file.filePath } }
    const by = connection
    if (!by?.send({ type: 'chat', message, clientId, isSupport: isStaff, ...receiver, ...attached })) return
    later(answerMillis, () => {
      if (isSending(clientId) && by === connection) by.renew()
    })
  }

  const transmitAll = () => {
    for (const each of state.outgoing) if (each.failure === null) transmit(each)
  }

  const keep = (conversationId: string | null, more: readonly ChatMessage[]) => {
    const stored = new Set(more.map(({ clientId }) => clientId))
    const outgoing = state.outgoing.filter(({ clientId }) => !stored.has(clientId))
    const isShown = conversationId === state.conversationId
    set({ outgoing, ...(isShown && { messages: merge(state.messages, more) }) })
  }

  const takeMarks = ({ conversationId, partnerSeq, staffSeq }: ReadMarks) => {
    if (conversationId !== state.conversationId) return
    set({ partnerSeq, staffSeq })
    if (arriving?.conversationId !== conversationId) return
    const { messages } = arriving
    arriving = null
    const readSeq = isStaff ? staffSeq : partnerSeq
    const lastSeq = messages.at(-1)?.seq ?? 0
    set({
      messages: [],
      isRead: true,
      unreadRange: lastSeq > readSeq ? { first: readSeq + 1, last: lastSeq } : null,
    })
    keep(conversationId, messages)
    transmitAll()
  }

  const take = (frame: ServerFrame) => {
    switch (frame.type) {
      case 'chat_history': {
        const { conversationId, data: messages } = frame
        if (isStaff && conversationId !== state.conversationId) return
        arriving = conversationId === null ? null : { conversationId, messages }
        return set({ messages: [], conversationId, isRead: false, unreadRange: null })
      }
      case 'chat_missed':
        keep(frame.conversationId, frame.data)
        return transmitAll()
      case 'chat_older':
        keep(frame.conversationId, frame.data)
        return set({ isLoadingOlder: false })
      case 'chat':
      case 'chat_stored':
        typists.forget(frame.data)
        if (frame.data.conversationId === state.conversationId) set(readBySaying(state, frame.data))
        return keep(frame.data.conversationId, [frame.data])
      case 'chat_read':
        return takeMarks(frame.data)
      case 'typing':
        return typists.note(frame.data)
      case 'presence':
        if (frame.data.conversationId === state.conversationId) set({ present: frame.data.present })
        return
      case 'chat_error':
        if (frame.clientId) change(frame.clientId, frame.message)
        return set({ isLoadingOlder: false })
    }
  }

  const ask = () => {
    if (!isStaff || !state.conversationId) return
    const since = state.isRead ? lastWithoutGap(state.messages) : undefined
    connection?.send({ type: 'chat_open', conversationId: state.conversationId, since })
  }

  const address = () => {
    const url = new URL(chatPath, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const since = isStaff ? undefined : lastWithoutGap(state.messages)
    if (since !== undefined) url.searchParams.set('since', String(since))
    return url.href
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    read: () => state,

    start() {
      const own = connect(address, {
        onOpen: () => {
          set({ connected: true })
          ask()
          onConnected()
        },
        onClose: () => {
          typists.clear()
          ownTyping.forget()
          set({ connected: false, isLoadingOlder: false, present: null })
          if (connection === own) onRefused()
        },
        onFrame: (frame) => {
          take(frame)
          onFrame(frame)
        },
      })
      connection = own
      return () => {
        connection = undefined
        own.close()
        typists.clear()
        for (const timer of timers) clearTimeout(timer)
        timers.clear()
      }
    },

    /** Shows another conversation, or none. */
    open(conversationId: string | null) {
      if (conversationId === state.conversationId) return
      ownTyping.stop()
      arriving = null
      set({ ...nothing, conversationId })
      ask()
    },

    send(message: string, file: Outgoing['file'] = null) {
      const { conversationId } = state
      if (!conversationId) return
      // The message itself tells that its writing has ended.
      ownTyping.forget()
      const createdAt = new Date().toISOString()
      const each = { clientId: newClientId(), conversationId, message, file, createdAt, failure: null }
      set({ outgoing: [...state.outgoing, each] })
      this.retry(each.clientId)
    },

    /** Sends it again under the same id, so that it is stored once, however often it has arrived before. */
    retry(clientId: string) {
      change(clientId, null)
      const each = state.outgoing.find((one) => one.clientId === clientId)
      if (!each) return
      transmit(each)
      later(patienceMillis, () => {
        if (isSending(clientId)) change(clientId, 'Not sent.')
      })
    },

    askOlder() {
      const [first] = state.messages
      if (!first || first.seq <= 1 || state.isLoadingOlder) return
      const { conversationId } = state
      if (connection?.send({ type: 'chat_older', conversationId, before: first.seq }))
        set({ isLoadingOlder: true })
    },

    markRead(seq: number) {
      connection?.send({ type: 'chat_read', conversationId: state.conversationId, seq })
    },

    /** Tells the others in this conversation whether one types. To be called with each letter. */
    sayTyping(typing: boolean) {
      if (typing) ownTyping.goOn(state.conversationId)
      else ownTyping.stop()
    },
  }
}

type ReadMarks = Extract<ServerFrame, { type: 'chat_read' }>['data']

export type ChatStore = ReturnType<typeof createChatStore>
