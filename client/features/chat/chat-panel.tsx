import ArrowLeft from 'lucide-react/icons/arrow-left'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { personName } from '#client/domain/person-name.ts'
import { classNames } from '#client/ui/class-names.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { ChatConversation } from '#contract/chat/inbox.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { ConnectionStatus } from './connection-status.tsx'
import { Conversation } from './conversation.tsx'
import { ConversationList } from './conversation-list.tsx'
import { useCoveredPage } from './use-covered-page.ts'
import { createUserChat } from './user-chat.ts'

/** The chat, connected while it is open. */
export function ChatPanel({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const [store] = useState(() => createUserChat(user))
  const state = useSyncExternalStore(store.subscribe, store.read)
  const [partner, setPartner] = useState<ChatConversation | null>(null)
  const panelRef = useRef<HTMLDivElement>(null)
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const staff = isStaff(user.role)
  const isReady = state.connected && state.isLoaded
  useCoveredPage(panelRef)

  useEffect(() => store.start(), [store])
  useEffect(() => panelRef.current?.focus(), [])
  // A field that is disabled loses the focus; the panel has it until the field is enabled.
  useEffect(() => {
    const { activeElement } = document
    if (isReady && activeElement === panelRef.current) fieldRef.current?.focus()
    if (!isReady && (activeElement === document.body || activeElement === fieldRef.current))
      panelRef.current?.focus()
  }, [isReady])

  const openConversation = (row: ChatConversation | null) => {
    setPartner(row)
    store.open(row?.id ?? null)
    panelRef.current?.focus()
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Closing would drop files that are not sent yet, so it needs the button.
    if (panelRef.current?.querySelector('[data-attachments]')) return
    event.stopPropagation()
    onClose()
  }

  return (
    <div
      ref={panelRef}
      role="dialog"
      aria-label="Chat with the Partner Team"
      tabIndex={-1}
      onKeyDown={handleKeyDown}
      className={classNames(
        'fixed z-50 flex animate-rise-in flex-col overflow-clip bg-raised outline-none',
        'max-sm:inset-0 max-sm:pb-[env(safe-area-inset-bottom)]',
        'sm:right-6 sm:bottom-6 sm:h-96 sm:max-h-[calc(100dvh-3rem)] sm:w-80 sm:rounded-card sm:border sm:border-line sm:shadow-float',
      )}
    >
      <header className="flex min-h-14 items-center gap-2 border-line border-b py-1.5 pr-2 pl-4">
        {partner && (
          <IconButton label="All conversations" onClick={() => openConversation(null)} className="-ml-2">
            <ArrowLeft aria-hidden className="size-4" />
          </IconButton>
        )}
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-15">{partner ? personName(partner) : 'Partner Team'}</h2>
          <ConnectionStatus state={state} otherSide={staff ? 'partner' : 'team'} />
        </div>
        <IconButton label="Close chat" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </header>
      {staff && !partner ? (
        <ConversationList onOpen={openConversation} />
      ) : (
        <Conversation
          key={partner?.id}
          store={store}
          state={state}
          user={user}
          otherName={partner ? personName(partner) : 'Partner Team'}
          fieldRef={fieldRef}
        />
      )}
    </div>
  )
}
