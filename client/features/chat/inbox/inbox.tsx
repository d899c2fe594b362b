import MessagesSquare from 'lucide-react/icons/messages-square'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { createUserChat } from '../user-chat.ts'
import { InboxList } from './inbox-list.tsx'
import { OpenedConversation } from './opened-conversation.tsx'

type InboxProps = {
  user: CurrentUser
  /** More buttons above the list. */
  actions?: ReactNode
}

/** The conversations, the opened one and its partner's card; on a phone one at a time. Connected while it is shown. */
export function Inbox({ user, actions }: InboxProps) {
  const [store] = useState(() => createUserChat(user))
  const state = useSyncExternalStore(store.subscribe, store.read)
  const conversation = useAddressDialog('conversation')
  const id = conversation.value
  // A conversation opened by the address alone does not move the focus.
  const [chosenId, setChosenId] = useState<string | null>(null)

  useEffect(() => store.start(), [store])
  useEffect(() => store.open(id), [store, id])

  return (
    <section
      aria-label="Inbox"
      className={classNames(
        'grid grid-cols-1 overflow-clip rounded-card border border-line bg-surface',
        'sm:h-[calc(100dvh-21rem)] sm:min-h-120 sm:grid-cols-[16rem_minmax(0,1fr)] sm:divide-x sm:divide-line',
        // At this width the chat launcher is beside the composer, over the end of the card.
        'lg:-mb-18 lg:h-[calc(100dvh-16.5rem)] lg:grid-cols-[19rem_minmax(0,1fr)_17rem]',
      )}
    >
      <InboxList
        user={user}
        openedId={id}
        typingUsers={state.typingUsers}
        actions={actions}
        linkTo={conversation.linkTo}
        onChoose={setChosenId}
      />
      {id ? (
        <OpenedConversation
          key={id}
          store={store}
          state={state}
          user={user}
          id={id}
          takesFocus={chosenId === id}
          onBack={conversation.close}
        />
      ) : (
        <div className="grid place-items-center bg-raised max-sm:hidden lg:col-span-2">
          <EmptyState icon={MessagesSquare} line="Choose a conversation" />
        </div>
      )}
    </section>
  )
}
