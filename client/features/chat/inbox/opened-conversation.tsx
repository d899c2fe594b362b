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
import { useCoveredPage } from '../use-covered-page.ts'
import { ConversationHead } from './conversation-head.tsx'
import { PartnerCard } from './partner-card.tsx'
import { useNotes } from './queries.ts'
import { StaffComposer } from './staff-composer.tsx'

type OpenedConversationProps = {
  store: ChatStore
  state: ChatState
  user: CurrentUser
  id: string
  /** The user has just chosen it in the list. */
  takesFocus: boolean
  onBack: () => void
}

/** A conversation with its partner's card beside it. */
export function OpenedConversation(props: OpenedConversationProps) {
  const { store, state, user, id, takesFocus, onBack } = props
  const paneRef = useRef<HTMLElement>(null)
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const card = useAddressDialog('card')
  const conversation = useQuery(readOf(getConversation, { params: { conversationId: id } }))
  const team = useQuery(readOf(listTeam))
  const isShown = state.conversationId === id
  const notes = useNotes(id, isShown && state.isLoaded ? state.messages : [])
  const { data } = conversation
  const isReady = data !== undefined && isShown && state.connected && state.isLoaded
  const isCardOpen = card.value !== null
  useCoveredPage(paneRef, !isCardOpen)

  useEffect(() => {
    if (takesFocus) paneRef.current?.focus()
  }, [takesFocus])
  // A field that is disabled loses the focus; the pane has it until the field is enabled.
  useEffect(() => {
    const { activeElement } = document
    if (isReady && activeElement === paneRef.current && !matchMedia('(pointer: coarse)').matches)
      fieldRef.current?.focus()
    if (!isReady && activeElement === fieldRef.current) paneRef.current?.focus()
  }, [isReady])

  const name = data ? personName(data) : ''
  return (
    <>
      <section
        ref={paneRef}
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
              state={state}
              cardLink={card.linkTo('1')}
              onBack={onBack}
            />
            {isShown ? (
              <Conversation
                store={store}
                state={state}
                user={user}
                otherName={name}
                fieldRef={fieldRef}
                notes={notes}
                teamNames={new Map(team.data?.map((member) => [member.id, personName(member)]))}
                renderComposer={(composer) => (
                  <StaffComposer user={user} conversation={data} composer={composer} />
                )}
              />
            ) : (
              <Loading />
            )}
          </>
        ) : conversation.isError ? (
          <div className="p-4">
            <Alert title="This conversation cannot be loaded" onRetry={() => conversation.refetch()}>
              It may have been deleted, or the connection was lost.
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
