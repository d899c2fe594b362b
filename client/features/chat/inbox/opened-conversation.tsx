import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { personName } from '#client/domain/person-name.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Alert } from '#client/ui/alert.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Loading } from '#client/ui/loading.tsx'
import { getConversation, listTeam } from '#contract/chat/inbox.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import type { ChatState, ChatStore } from '../chat-store.ts'
import { Conversation } from '../conversation.tsx'
import { nameOf } from '../conversation-summary.tsx'
import { useCoveredPage } from '../use-covered-page.ts'
import { ConversationHead } from './conversation-head.tsx'
import { PartnerCard } from './partner-card.tsx'
import { StaffComposer } from './staff-composer.tsx'
import { useNotes } from './use-notes.ts'

type OpenedConversationProps = {
  store: ChatStore
  state: ChatState
  user: CurrentUser
  id: string
  /** Somebody has just chosen it here. */
  takesFocus: boolean
  onBack: () => void
}

/** What is said with one partner, and who that is. */
export function OpenedConversation(props: OpenedConversationProps) {
  const { store, state, user, id, takesFocus, onBack } = props
  const pane = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const card = useAddressDialog('card')
  const conversation = useQuery({
    ...readOf(getConversation, { params: { conversationId: id } }),
    refetchOnMount: 'always',
  })
  const team = useQuery(readOf(listTeam))
  const isShown = state.conversationId === id
  const notes = useNotes(id, isShown && state.isRead ? state.messages : [])
  const { data } = conversation
  const isReady = data !== undefined && isShown && state.connected && state.isRead
  const isCardOpen = card.value !== null
  useCoveredPage(pane, !isCardOpen)

  useEffect(() => {
    if (takesFocus) pane.current?.focus()
  }, [takesFocus])
  // A field that cannot be used loses the focus: the pane keeps it until it can.
  useEffect(() => {
    const { activeElement } = document
    if (isReady && activeElement === pane.current && !matchMedia('(pointer: coarse)').matches)
      field.current?.focus()
    if (!isReady && activeElement === field.current) pane.current?.focus()
  }, [isReady])

  const name = data ? nameOf(data) : ''
  return (
    <>
      <section
        ref={pane}
        aria-label={data ? `Conversation with ${name}` : 'Conversation'}
        tabIndex={-1}
        className={classNames(
          'flex min-h-0 min-w-0 flex-col bg-raised outline-none',
          'max-sm:fixed max-sm:inset-0 max-sm:z-50 max-sm:pb-[env(safe-area-inset-bottom)]',
          isCardOpen && 'max-lg:hidden',
        )}
      >
        {data ? (
          <>
            <ConversationHead
              conversation={data}
              user={user}
              team={team.data}
              connected={state.connected}
              present={state.present}
              cardLink={card.linkTo('1')}
              onBack={onBack}
            />
            {isShown ? (
              <Conversation
                store={store}
                state={state}
                user={user}
                otherName={name}
                field={field}
                notes={notes}
                teamNames={new Map(team.data?.map((member) => [member.id, personName(member)]))}
                renderComposer={(parts) => <StaffComposer user={user} conversation={data} parts={parts} />}
              />
            ) : (
              <Loading />
            )}
          </>
        ) : conversation.isError ? (
          <div className="p-4">
            <Alert title="This conversation cannot be shown" onRetry={() => conversation.refetch()}>
              It may be no longer there, or the connection is lost.
            </Alert>
          </div>
        ) : (
          <Loading />
        )}
      </section>
      <PartnerCard id={id} conversation={data} isOpen={isCardOpen} onClose={card.close} />
    </>
  )
}
