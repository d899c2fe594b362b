import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { personName } from '#client/domain/person-name.ts'
import { IconButton } from '#client/ui/button.tsx'
import { teamName } from '#contract/chat/connection.ts'
import type { ChatConversation } from '#contract/chat/inbox.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { ChatFrame } from './chat-frame.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { Conversation } from './conversation.tsx'
import { ConversationList } from './conversation-list.tsx'
import { JoinedPartner } from './joined-partner.tsx'
import { useChat } from './use-chat.ts'

/** The open chat, which is connected as long as it is mounted. */
export function ChatPanel({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const chat = useChat(user)
  const [partner, setPartner] = useState<ChatConversation | null>(null)
  const [search, setSearch] = useState('')
  const panelRef = useRef<HTMLDivElement>(null)
  const joined = partner?.joinedPartner ?? undefined
  const otherName = partner ? personName(partner) : teamName

  const openConversation = (row: ChatConversation | null) => {
    setPartner(row)
    chat.open(row?.id ?? null)
    panelRef.current?.focus()
  }

  return (
    <ChatFrame
      panelRef={panelRef}
      title={otherName}
      back={
        partner && (
          <IconButton
            icon={ArrowLeft}
            label="All conversations"
            onClick={() => openConversation(null)}
            className="-ml-2"
          />
        )
      }
      status={<ConnectionStatus chat={chat} />}
      onClose={onClose}
    >
      {chat.isStaff && !partner ? (
        <ConversationList chat={chat} query={{ search }} onSearch={setSearch} onChoose={openConversation} />
      ) : (
        <Conversation
          key={partner?.id}
          chat={chat}
          ownerId={partner?.userId}
          paneRef={panelRef}
          renderComposer={joined && (() => <JoinedPartner partner={joined} />)}
        />
      )}
    </ChatFrame>
  )
}
