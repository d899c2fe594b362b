import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useIsOffline } from '#client/lib/connection.ts'
import { useFileDrop } from '#client/ui/drop-zone.tsx'
import { Loading } from '#client/ui/loading.tsx'
import type { ChatNote } from '#contract/chat/notes.ts'
import { AttachmentList, useAttachments } from './attachments.tsx'
import { Composer, type ComposerProps } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { MessageLog } from './message-log.tsx'
import { typingText } from './typing.ts'
import type { Chat } from './use-chat.ts'

interface ConversationProps {
  chat: Chat
  /** For staff: the user whose name the conversation has. */
  ownerId?: string | undefined
  /** The element around the conversation, which has the focus until the messages are loaded. */
  paneRef: RefObject<HTMLElement | null>
  notes?: readonly ChatNote[]
  /** The names of staff by user id, with which staff see who of them has sent a message. */
  teamNames?: ReadonlyMap<string, string>
  /** Renders another composer instead of the plain one. */
  renderComposer?: ((props: ComposerProps) => ReactNode) | undefined
}

/** The messages of one conversation and the composer. */
export function Conversation(props: ConversationProps) {
  const { chat, ownerId, paneRef, notes = [], teamNames, renderComposer = plainComposer } = props
  const { state, isStaff, user } = chat
  const { conversationId, isLoaded } = state
  const outgoing = state.outgoing.filter((each) => each.conversationId === conversationId)
  const isEmpty = isLoaded && state.messages.length + outgoing.length + notes.length === 0
  const isOffline = useIsOffline()
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const draftName = `chat:${user.id}:${isStaff ? conversationId : 'own'}`
  const attachments = useAttachments(draftName)
  const { isOver, dropProps } = useFileDrop(({ files }) => attachments.add([...files]), !state.connected)

  // The focus moves only once the messages are loaded, so that a screen reader first announces the panel.
  useLayoutEffect(() => {
    // On a touch screen, focusing the field would open the keyboard, which covers the messages.
    if (isLoaded && document.activeElement === paneRef.current && !matchMedia('(pointer: coarse)').matches)
      fieldRef.current?.focus()
  }, [isLoaded, paneRef])

  const handleSend = (message: string) => {
    const [file = null, ...others] = attachments.takeReady()
    chat.send(message, file)
    for (const other of others) chat.send('', other)
  }

  return (
    <div {...dropProps} className="relative flex min-h-0 flex-1 flex-col">
      <MessageLog
        chat={chat}
        typing={typingText(state.typingUsers.filter((each) => each.conversationId === conversationId))}
      >
        {!isLoaded && !isOffline && <Loading />}
        {!isLoaded && isOffline && (
          <p className="m-auto text-center text-13 text-muted">
            You're offline. Keep writing: it will be sent when you're connected.
          </p>
        )}
        {isEmpty && (
          <p className="m-auto text-center text-13 text-muted">
            {isStaff ? 'No messages yet' : "Ask the Partner Team anything. We'll reply here."}
          </p>
        )}
        {(isLoaded || outgoing.length > 0) && (
          <MessageList
            chat={chat}
            outgoing={outgoing}
            notes={notes}
            ownerId={ownerId}
            teamNames={teamNames}
          />
        )}
      </MessageLog>
      <AttachmentList attachments={attachments} onRemoved={() => fieldRef.current?.focus()} />
      {renderComposer({
        fieldRef,
        draftName,
        isConnected: state.connected,
        attachments,
        onSend: handleSend,
        onTyping: chat.setTyping,
      })}
      {isOver && (
        <p className="pointer-events-none absolute inset-2 grid place-items-center rounded-card border border-accent border-dashed bg-accent-soft font-medium">
          Drop to attach
        </p>
      )}
    </div>
  )
}

const plainComposer = (props: ComposerProps) => (
  <footer className="border-line border-t">
    <Composer {...props} />
  </footer>
)
