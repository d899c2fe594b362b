import { newClientId } from '#client/lib/client-id.ts'
import { withTabChoice } from '#client/lib/tab-choice.ts'
import { chatPath } from '#contract/chat/connection.ts'
import type { ServerFrame } from '#contract/chat/frames.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import { connect } from './connection.ts'
import { lastWithoutGap, mergeMessages, type Outgoing, readMarksAfter, type SeqRange } from './messages.ts'
import { createTypingSender, createTypingUsers, type TypingUser } from './typing.ts'
import { readUnsent, storeUnsent } from './unsent.ts'

type FrameData<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T; data: unknown }>['data']

export interface ChatState {
  connected: boolean
  /** The conversation shown; null while staff have chosen none, and until a partner's own is loaded. */
  conversationId: string | null
  /** Whether the messages and read marks of the conversation have arrived. */
  isLoaded: boolean
  messages: readonly ChatMessage[]
  outgoing: readonly Outgoing[]
  partnerSeq: number
  staffSeq: number
  /** The messages that were unread when the conversation was opened. */
  unreadRange: SeqRange | null
  isLoadingOlder: boolean
  /** Whether the other side is in the chat; null until that is known. */
  presence: FrameData<'presence'> | null
  /** Users who are typing in any conversation. */
  typingUsers: readonly TypingUser[]
}

const notLoaded = {
  isLoaded: false,
  messages: [],
  partnerSeq: 0,
  staffSeq: 0,
  unreadRange: null,
  isLoadingOlder: false,
  presence: null,
}

// A working connection responds within seconds; one that takes longer is broken.
const responseTimeoutMs = 10_000
// A message that takes longer on a working connection is no longer sent automatically: its sender may have found another way.
const sendTimeoutMs = 30_000

interface Options {
  userId: string
  isStaff: boolean
  /** Called for any conversation, not only the open one. */
  onPresence: (presence: FrameData<'presence'>) => void
  onConnected: () => void
  /** The connection was refused or closed by the server. */
  onRefused: () => void
}

/** Creates the state of an open chat and its actions. `start` connects, and returns a function that disconnects once all is sent. */
export const createChatStore = ({ userId, isStaff, onPresence, onConnected, onRefused }: Options) => {
  let state: ChatState = {
    connected: false,
    conversationId: null,
    outgoing: readUnsent(userId),
    typingUsers: [],
    ...notLoaded,
  }
  /** Whether a history has arrived but not yet its read marks, which follow right after it. */
  let awaitsReadMarks = false
  const listeners = new Set<() => void>()
  let connection: ReturnType<typeof connect> | undefined

  let followers = 0

  const set = (change: Partial<ChatState>) => {
    if (change.outgoing) storeUnsent(userId, state.outgoing, change.outgoing)
    state = { ...state, ...change }
    for (const notify of listeners) notify()
    if (change.outgoing) closeIfUnused()
  }

  /** Whether something still waits to be sent. */
  const isWaiting = () => state.outgoing.some(({ failure }) => failure === null)

  /** A chat that is no longer shown stays connected until all of its messages are sent. */
  const closeIfUnused = () => {
    if (followers > 0 || isWaiting()) return
    const former = connection
    connection = undefined
    former?.close()
    typingUsers.clear()
  }

  const typingUsers = createTypingUsers((users) => set({ typingUsers: users }))
  const typingSender = createTypingSender((conversationId, typing) =>
    connection?.send({ type: 'typing', conversationId, typing }),
  )

  const setFailure = (clientId: string, failure: string | null) =>
    set({
      outgoing: state.outgoing.map((each) => (each.clientId === clientId ? { ...each, failure } : each)),
    })

  const isSending = (clientId: string) =>
    state.outgoing.some((each) => each.clientId === clientId && each.failure === null)

  const transmit = ({ clientId, conversationId, message, file }: Outgoing) => {
    const receiver = isStaff ? { conversationId } : {}
    const attached = file && { message: message || null, file: { filePath: file.filePath } }
    const by = connection
    const sender = { senderId: userId, isSupport: isStaff }
    if (!by?.send({ type: 'chat', ...sender, message, clientId, ...receiver, ...attached })) return
    setTimeout(() => {
      if (isSending(clientId) && by === connection) by.reconnect()
    }, responseTimeoutMs)
    setTimeout(() => {
      // While there is no connection, the message keeps waiting for one.
      if (isSending(clientId) && state.connected) setFailure(clientId, 'Not sent.')
    }, sendTimeoutMs)
  }

  const transmitAll = () => {
    for (const each of state.outgoing) if (each.failure === null) transmit(each)
  }

  const addMessages = (conversationId: string | null, more: readonly ChatMessage[]) => {
    const stored = new Set(more.map(({ clientId }) => clientId))
    const outgoing = state.outgoing.filter(({ clientId }) => !stored.has(clientId))
    const isShown = conversationId === state.conversationId
    set({ outgoing, ...(isShown && { messages: mergeMessages(state.messages, more) }) })
  }

  const applyReadMarks = ({ conversationId, partnerSeq, staffSeq }: FrameData<'chat_read'>) => {
    if (conversationId !== state.conversationId) return
    set({ partnerSeq, staffSeq })
    if (!awaitsReadMarks) return
    awaitsReadMarks = false
    const readSeq = isStaff ? staffSeq : partnerSeq
    const lastSeq = state.messages.at(-1)?.seq ?? 0
    const unreadRange = lastSeq > readSeq ? { first: readSeq + 1, last: lastSeq } : null
    set({ isLoaded: true, unreadRange })
    transmitAll()
  }

  const applyFrame = (frame: ServerFrame) => {
    switch (frame.type) {
      case 'chat_history': {
        const { conversationId, data } = frame
        if (isStaff && conversationId !== state.conversationId) return
        awaitsReadMarks = conversationId !== null
        const outgoing = state.outgoing.map((each) => ({
          ...each,
          conversationId: each.conversationId ?? conversationId,
        }))
        set({ messages: [], conversationId, isLoaded: false, unreadRange: null, outgoing })
        return addMessages(conversationId, data)
      }
      case 'chat_missed':
        addMessages(frame.conversationId, frame.data)
        return transmitAll()
      case 'chat_older':
        addMessages(frame.conversationId, frame.data)
        return set({ isLoadingOlder: false })
      case 'chat':
      case 'chat_stored':
        typingUsers.removeSender(frame.data)
        if (frame.data.conversationId === state.conversationId)
          set(readMarksAfter(state, frame.data, { userId, isStaff }))
        return addMessages(frame.data.conversationId, [frame.data])
      case 'chat_read':
        return applyReadMarks(frame.data)
      case 'typing':
        return typingUsers.update(frame.data)
      case 'presence':
        if (frame.data.conversationId === state.conversationId) set({ presence: frame.data })
        return onPresence(frame.data)
      case 'chat_error':
        if (frame.clientId) setFailure(frame.clientId, frame.message)
        return set({ isLoadingOlder: false })
    }
  }

  /** Sends a failed message again. The id stays the same, so that the server stores the message only once. */
  const retry = (clientId: string) => {
    setFailure(clientId, null)
    const message = state.outgoing.find((each) => each.clientId === clientId)
    if (message) transmit(message)
  }

  /** The number of the message after which to continue; undefined to request the newest messages. */
  const since = () => (state.isLoaded ? lastWithoutGap(state.messages) : undefined)

  const requestMessages = () => {
    const { conversationId } = state
    if (isStaff && conversationId) connection?.send({ type: 'chat_open', conversationId, since: since() })
  }

  const address = () => {
    const url = new URL(withTabChoice(chatPath), location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const seq = isStaff ? undefined : since()
    if (seq !== undefined) url.searchParams.set('since', String(seq))
    return url.href
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    read: () => state,

    start() {
      followers += 1
      const stop = () => {
        followers -= 1
        closeIfUnused()
      }
      if (connection) return stop
      const own = connect(address, {
        onOpen: () => {
          set({ connected: true })
          requestMessages()
          // An open conversation sends its messages only after its history has arrived, which may already contain them.
          if (isStaff && !state.conversationId) transmitAll()
          onConnected()
        },
        onClose: () => {
          typingUsers.clear()
          typingSender.reset()
          set({ connected: false, isLoadingOlder: false, presence: null })
          if (connection === own) onRefused()
        },
        onFrame: applyFrame,
      })
      connection = own
      return stop
    },

    /** Switches to another conversation, or to none. */
    open(conversationId: string | null) {
      if (conversationId === state.conversationId) return
      typingSender.stop()
      awaitsReadMarks = false
      set({ ...notLoaded, conversationId })
      requestMessages()
    },

    send(message: string, file: Outgoing['file'] = null) {
      const { conversationId } = state
      if (isStaff && !conversationId) return
      // The message itself ends typing, so no frame is needed.
      typingSender.reset()
      const createdAt = new Date().toISOString()
      const each = { clientId: newClientId(), conversationId, message, file, createdAt, failure: null }
      set({ outgoing: [...state.outgoing, each] })
      retry(each.clientId)
    },

    retry,

    loadOlder() {
      const [first] = state.messages
      if (!first || first.seq <= 1 || state.isLoadingOlder) return
      const { conversationId } = state
      if (connection?.send({ type: 'chat_older', conversationId, before: first.seq }))
        set({ isLoadingOlder: true })
    },

    markRead(seq: number) {
      connection?.send({ type: 'chat_read', conversationId: state.conversationId, seq })
    },

    /** Called at each keystroke. */
    setTyping(typing: boolean) {
      if (typing) typingSender.start(state.conversationId)
      else typingSender.stop()
    },
  }
}
