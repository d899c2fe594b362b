import type { ComponentProps, ReactNode, RefObject } from 'react'
import { Loading } from '#client/ui/loading.tsx'
import type { ChatNote } from '#contract/chat/notes.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { AttachmentRows } from './attachment-rows.tsx'
import type { ChatState, ChatStore } from './chat-store.ts'
import { Composer } from './composer.tsx'
import { FileDrop } from './file-drop.tsx'
import { MessageList } from './message-list.tsx'
import { MessageLog } from './message-log.tsx'
import { typingLine } from './typing.ts'
import { useAttachments } from './use-attachments.ts'

interface ConversationProps {
  store: ChatStore
  state: ChatState
  user: CurrentUser
  /** How the other side is called. */
  otherName: string
  field: RefObject<HTMLTextAreaElement | null>
  notes?: readonly ChatNote[]
  teamNames?: ReadonlyMap<string, string>
  /** Takes the place of the plain field. */
  renderComposer?: (parts: ComposerParts) => ReactNode
}

/** What a field needs to know of the conversation that it writes into. */
export type ComposerParts = Pick<
  ComponentProps<typeof Composer>,
  'ref' | 'draft' | 'connected' | 'attachments' | 'onSend' | 'onTyping'
>

/** One conversation: what was said, and where to answer. */
export function Conversation({
  store,
  state,
  user,
  otherName,
  field,
  notes = [],
  teamNames,
  renderComposer = plainComposer,
}: ConversationProps) {
  const staff = isStaff(user.role)
  const { conversationId, messages, connected, isRead, typists } = state
  const outgoing = state.outgoing.filter((each) => each.conversationId === conversationId)
  const isEmpty = isRead && messages.length === 0 && outgoing.length === 0 && notes.length === 0
  const attachments = useAttachments()

  const handleSend = (message: string) => {
    const [file = null, ...others] = attachments.take()
    store.send(message, file)
    for (const other of others) store.send('', other)
  }

  return (
    <FileDrop isDisabled={!connected} onFiles={attachments.add}>
      <MessageLog
        state={{ ...state, outgoing }}
        isStaff={staff}
        onOlder={store.askOlder}
        onRead={store.markRead}
        typing={typingLine(typists.filter((typist) => typist.conversationId === conversationId))}
        noteCount={notes.length}
      >
        {!isRead && <Loading />}
        {isEmpty && (
          <p className="m-auto text-center text-13 text-muted">
            {staff ? 'Nothing has been said yet.' : 'Ask the Partner Team anything. The answer comes here.'}
          </p>
        )}
        {isRead && (
          <MessageList
            messages={messages}
            notes={notes}
            outgoing={outgoing}
            unread={state.unreadRange}
            userId={user.id}
            isStaff={staff}
            seenSeq={staff ? state.partnerSeq : state.staffSeq}
            otherName={otherName}
            teamNames={teamNames}
            connected={connected}
            onRetry={(clientId) => store.retry(clientId)}
          />
        )}
      </MessageLog>
      <AttachmentRows attachments={attachments} onRemoved={() => field.current?.focus()} />
      {renderComposer({
        ref: field,
        draft: draftOf(user, conversationId),
        connected: connected && isRead,
        attachments,
        onSend: handleSend,
        onTyping: store.sayTyping,
      })}
    </FileDrop>
  )
}

const plainComposer = (parts: ComposerParts) => (
  <div className="border-line border-t">
    <Composer {...parts} />
  </div>
)

/** Whose draft it is, and for which conversation. */
const draftOf = (user: CurrentUser, conversationId: string | null) =>
  `chat:${user.id}:${isStaff(user.role) ? conversationId : 'own'}`
