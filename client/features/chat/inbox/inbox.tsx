import MessagesSquare from 'lucide-react/icons/messages-square'
import { type ReactNode, useEffect, useState } from 'react'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { useChat } from '../use-chat.ts'
import { InboxList } from './inbox-list.tsx'
import { OpenedConversation } from './opened-conversation.tsx'

type InboxProps = {
  user: CurrentUser
  /** More buttons above the list. */
  actions?: ReactNode
}

/** The conversations, the opened one and its partner's summary; on a phone one at a time. */
export function Inbox({ user, actions }: InboxProps) {
  const chat = useChat(user)
  const { open } = chat
  const { value: id, linkTo, close } = useAddressDialog('conversation')
  // A conversation opened by the address alone does not move the focus.
  const [chosenId, setChosenId] = useState<string | null>(null)

  useEffect(() => open(id), [open, id])

  return (
    <section
      aria-label="Inbox"
      className={classNames(
        'grid grid-cols-1 overflow-clip rounded-card border border-line bg-surface',
        'sm:h-[calc(100dvh-21rem)] sm:min-h-120 sm:grid-cols-[16rem_minmax(0,1fr)] sm:divide-x sm:divide-line',
        // At this width the chat launcher is beside the composer, over the end of the summary.
        'lg:-mb-18 lg:h-[calc(100dvh-16.5rem)] lg:grid-cols-[19rem_minmax(0,1fr)_17rem]',
      )}
    >
      <div className={classNames('flex min-h-0 min-w-0 flex-col', id && 'max-sm:hidden')}>
        <InboxList
          chat={chat}
          openedId={id}
          actions={actions}
          linkTo={linkTo}
          onChoose={(row) => setChosenId(row.id)}
        />
      </div>
      {id ? (
        <OpenedConversation key={id} chat={chat} id={id} takesFocus={chosenId === id} onBack={close} />
      ) : (
        <div className="grid place-items-center bg-raised max-sm:hidden lg:col-span-2">
          <EmptyState icon={MessagesSquare} line="Choose a conversation" />
        </div>
      )}
    </section>
  )
}
