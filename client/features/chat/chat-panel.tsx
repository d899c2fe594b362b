import { ArrowLeft, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { personName } from '#client/domain/person-name.ts'
import { IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { teamName } from '#contract/chat/frames.ts'
import type { ChatConversation } from '#contract/chat/inbox.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { ConnectionStatus } from './connection-status.tsx'
import { Conversation } from './conversation.tsx'
import { ConversationList } from './conversation-list.tsx'
import { useChat } from './use-chat.ts'

/** The chat, connected while it is open. */
export function ChatPanel({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const chat = useChat(user)
  const [partner, setPartner] = useState<ChatConversation | null>(null)
  const [search, setSearch] = useState('')
  const panelRef = useRef<HTMLDivElement>(null)
  const otherName = partner ? personName(partner) : teamName

  useEffect(() => panelRef.current?.focus(), [])

  const openConversation = (row: ChatConversation | null) => {
    setPartner(row)
    chat.open(row?.id ?? null)
    panelRef.current?.focus()
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }

  return (
    <div
      ref={panelRef}
      role="dialog"
      aria-label="Chat with the Partner Team"
      tabIndex={-1}
      data-covers-phone
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
          <h2 className="truncate text-15">{otherName}</h2>
          <ConnectionStatus chat={chat} />
        </div>
        <IconButton label="Close chat" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </header>
      {chat.isStaff && !partner ? (
        <ConversationList chat={chat} query={{ search }} onSearch={setSearch} onChoose={openConversation} />
      ) : (
        <Conversation key={partner?.id} chat={chat} otherName={otherName} paneRef={panelRef} />
      )}
    </div>
  )
}
