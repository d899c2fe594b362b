import { type DragEvent, type ReactNode, type RefObject, useState } from 'react'
import { carriesFiles, useMissedDrops } from '#client/ui/drop-zone.tsx'
import { Loading } from '#client/ui/loading.tsx'
import type { ChatNote } from '#contract/chat/notes.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { AttachmentList, useAttachments } from './attachments.tsx'
import type { ChatState, ChatStore } from './chat-store.ts'
import { Composer, type ComposerProps } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { MessageLog } from './message-log.tsx'
import { typingText } from './typing.ts'

interface ConversationProps {
  store: ChatStore
  state: ChatState
  user: CurrentUser
  /** The name of the other side. */
  otherName: string
  fieldRef: RefObject<HTMLTextAreaElement | null>
  notes?: readonly ChatNote[]
  teamNames?: ReadonlyMap<string, string>
  /** Replaces the plain composer. */
  renderComposer?: (props: ComposerProps) => ReactNode
}

/** The messages of one conversation and the composer. */
export function Conversation({
  store,
  state,
  user,
  otherName,
  fieldRef,
  notes = [],
  teamNames,
  renderComposer = plainComposer,
}: ConversationProps) {
  const staff = isStaff(user.role)
  const { conversationId, messages, connected, isLoaded, typingUsers } = state
  const outgoing = state.outgoing.filter((each) => each.conversationId === conversationId)
  const isEmpty = isLoaded && messages.length === 0 && outgoing.length === 0 && notes.length === 0
  const attachments = useAttachments()

  const handleSend = (message: string) => {
    const [file = null, ...others] = attachments.takeReady()
    store.send(message, file)
    for (const other of others) store.send('', other)
  }

  return (
    <FileDrop isDisabled={!connected} onFiles={attachments.add}>
      <MessageLog
        state={{ ...state, outgoing }}
        isStaff={staff}
        onOlder={store.loadOlder}
        onRead={store.markRead}
        typing={typingText(typingUsers.filter((each) => each.conversationId === conversationId))}
        noteCount={notes.length}
      >
        {!isLoaded && <Loading />}
        {isEmpty && (
          <p className="m-auto text-center text-13 text-muted">
            {staff ? 'No messages yet' : 'Ask the Partner Team anything. We answer here.'}
          </p>
        )}
        {isLoaded && (
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
            onRetry={store.retry}
          />
        )}
      </MessageLog>
      <AttachmentList attachments={attachments} onRemoved={() => fieldRef.current?.focus()} />
      {renderComposer({
        fieldRef,
        draftName: `chat:${user.id}:${staff ? conversationId : 'own'}`,
        connected: connected && isLoaded,
        attachments,
        onSend: handleSend,
        onTyping: store.setTyping,
      })}
    </FileDrop>
  )
}

const plainComposer = (props: ComposerProps) => (
  <div className="border-line border-t">
    <Composer {...props} />
  </div>
)

type FileDropProps = { isDisabled: boolean; onFiles: (files: File[]) => void; children: ReactNode }

/** Accepts files dropped anywhere on the conversation. */
function FileDrop({ isDisabled, onFiles, children }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  useMissedDrops()

  const handleDragOver = (event: DragEvent) => {
    if (isDisabled || !carriesFiles(event)) return
    event.preventDefault()
    // Prevents useMissedDrops from refusing the drop.
    event.stopPropagation()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }

  const handleDrop = (event: DragEvent) => {
    setOver(false)
    if (isDisabled || !carriesFiles(event)) return
    event.preventDefault()
    onFiles([...event.dataTransfer.files])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the attach button is for everyone
    <div
      onDragOver={handleDragOver}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={handleDrop}
      className="relative flex min-h-0 flex-1 flex-col"
    >
      {children}
      {isOver && (
        <p className="pointer-events-none absolute inset-2 grid place-items-center rounded-card border border-accent border-dashed bg-accent-soft font-medium">
          Drop to attach
        </p>
      )}
    </div>
  )
}
