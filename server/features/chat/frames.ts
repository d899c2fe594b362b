import { z } from 'zod'
import { type AnswerFrame, ClientFrame, chatPageSize, ServerFrame } from '#contract/chat/frames.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { id } from '#contract/fields.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import { toAppError } from '#server/http/error-handler.ts'
import { parseInput } from '#server/http/validation.ts'
import { requireConversationId } from './access.ts'
import { markRead, sendMessage } from './actions.ts'
import type { Connection } from './connection.ts'
import { getConversationIdOf, getMarks, listMessages, type MessageRow } from './data.ts'
import type { ChatPresence } from './presence/presence.ts'
import { readMarksFrame } from './read-marks.ts'
import type { ChatTyping } from './typing.ts'

export type ChatDeps = Deps & { presence: ChatPresence; typing: ChatTyping }

// These refusals are logged because they can be attempts to get around a rule.
const loggedRefusals = new Set<ErrorCode>(['forbidden', 'too_many_requests'])

const ConversationOrReceiver = z.union([z.object({ conversationId: id }), z.object({ receiverId: id })])

const encode = (frame: AnswerFrame) => JSON.stringify(ServerFrame.encode(frame))

/** Sends the newest messages of a conversation, or those after the last one that the client has. */
const openConversation = async (
  { db, presence }: ChatDeps,
  connection: Connection,
  conversationId: string,
  since: number | null | undefined,
) => {
  connection.startBuffering(conversationId)
  const marks = await getMarks(db, conversationId)
  let sentSeq = Math.min(since ?? 0, marks.lastSeq)
  let page: MessageRow[]
  if (since === null || since === undefined) {
    page = await listMessages(db, conversationId, { limit: chatPageSize })
    sentSeq = page.at(-1)?.seq ?? 0
    connection.send(encode({ type: 'chat_history', data: page, conversationId }))
  } else {
    do {
      page = await listMessages(db, conversationId, { after: sentSeq, limit: chatPageSize })
      sentSeq = page.at(-1)?.seq ?? sentSeq
      await connection.sendAndFlush(encode({ type: 'chat_missed', data: page, conversationId }))
    } while (page.length === chatPageSize)
  }
  connection.send(readMarksFrame(connection.user, conversationId, marks))
  connection.flushBuffer(sentSeq)
  await presence.sendPresence(connection, conversationId)
}

/** Sends the first frames of a socket. Staff have opened no conversation yet. */
export const openSession = async (deps: ChatDeps, connection: Connection, since: number | undefined) => {
  const { user } = connection
  if (isStaff(user.role)) connection.send(encode({ type: 'chat_history', data: [], conversationId: null }))
  else await openConversation(deps, connection, requireConversationId(user, null), since)
}

/** Returns the conversation that a frame with a message names. The frames of partners name none, or it is ignored. */
const getNamedConversationId = (
  db: ChatDeps['db'],
  { role }: Connection['user'],
  frame: ClientFrame & { type: 'chat' },
) => {
  if (!isStaff(role)) return null
  const named = parseInput(ConversationOrReceiver, frame)
  return 'conversationId' in named ? named.conversationId : getConversationIdOf(db, named.receiverId)
}

const dispatchFrame = async (deps: ChatDeps, connection: Connection, frame: ClientFrame) => {
  const { db, typing } = deps
  const { user } = connection
  if (frame.type === 'chat') {
    const conversationId = requireConversationId(user, await getNamedConversationId(db, user, frame))
    const data = await sendMessage(deps, user, conversationId, frame)
    typing.setTyping(connection, conversationId, false)
    if (frame.clientId) connection.send(encode({ type: 'chat_stored', data }))
    return
  }
  const conversationId = requireConversationId(user, frame.conversationId)
  switch (frame.type) {
    case 'chat_open':
      return openConversation(deps, connection, conversationId, frame.since)
    case 'chat_read':
      return markRead(db, user, conversationId, frame.seq)
    case 'typing':
      return typing.setTyping(connection, conversationId, frame.typing)
    case 'chat_older': {
      const data = await listMessages(db, conversationId, { before: frame.before, limit: chatPageSize })
      return connection.send(encode({ type: 'chat_older', data, conversationId }))
    }
  }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('bad_request', 'A frame must be valid JSON')
  }
}

/** Handles a received frame. Never throws: a failure is sent to the client as an error frame. */
export const handleFrame = async (deps: ChatDeps, connection: Connection, text: string) => {
  let frame: unknown
  try {
    frame = readJson(text)
    await dispatchFrame(deps, connection, parseInput(ClientFrame, frame))
  } catch (error) {
    const failure = toAppError(error as AppError)
    if (loggedRefusals.has(failure.code)) {
      deps.log.info({ user: connection.user.id, code: failure.code }, 'a frame was refused')
    }
    if (errorStatus[failure.code] >= 500) deps.log.error({ err: failure.cause }, 'chat frame failed')
    const named = z.object({ clientId: id }).safeParse(frame)
    connection.send(
      encode({
        type: 'chat_error',
        code: failure.code,
        message: failure.message,
        clientId: named.data?.clientId ?? null,
        retryAfter: failure.retryAfter ?? null,
      }),
    )
  }
}
