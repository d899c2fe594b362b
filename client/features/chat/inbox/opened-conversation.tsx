import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { personName } from '#client/domain/person-name.ts'
import { useTeam } from '#client/domain/queries.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { readOf } from '#client/lib/query-client.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Loading } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { Conversation } from '../conversation.tsx'
import { JoinedPartner } from '../joined-partner.tsx'
import type { Chat } from '../use-chat.ts'
import { ConversationHead } from './conversation-head.tsx'
import { PartnerSummary } from './partner-summary.tsx'
import { useNotes } from './queries.ts'
import { StaffComposer } from './staff-composer.tsx'

type OpenedConversationProps = {
  chat: Chat
  id: string
  /** Whether the user has just chosen the conversation in the list. */
  takesFocus: boolean
  onBack: () => void
}

/** A conversation with the summary of its partner beside it. */
export function OpenedConversation({ chat, id, takesFocus, onBack }: OpenedConversationProps) {
  const { state, user } = chat
  const paneRef = useRef<HTMLElement>(null)
  const summary = useAddressDialog('summary')
  const conversation = useQuery(
    readOf('/api/chat/conversations/:conversationId', { params: { conversationId: id } }),
  )
  const { data: team = [] } = useTeam()
  const isShown = state.conversationId === id
  const notes = useNotes(id, isShown && state.isLoaded ? state.messages : [])
  const isSummaryOpen = summary.value !== null

  useEffect(() => {
    if (takesFocus) paneRef.current?.focus()
  }, [takesFocus])

  // Keys without Ctrl, such as those for the next conversation, work outside of the text field.
  const handleKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key === 'Escape' && target instanceof HTMLTextAreaElement) paneRef.current?.focus()
  }

  return (
    <>
      <section
        ref={paneRef}
        aria-label={conversation.data ? `Conversation with ${personName(conversation.data)}` : 'Conversation'}
        tabIndex={-1}
        onKeyDown={handleKeyDown}
        data-covers-phone
        className={classNames(
          'flex min-h-0 min-w-0 flex-col bg-raised outline-none',
          'max-sm:fixed max-sm:inset-0 max-sm:z-50 max-sm:pb-[env(safe-area-inset-bottom)]',
          isSummaryOpen && 'max-xl:hidden',
        )}
      >
        <QueryState
          query={conversation}
          failure={{
            title: 'This conversation could not be loaded',
            text: 'It may have been deleted, or the connection was lost.',
          }}
          failureClassName="p-4"
          className="flex min-h-0 flex-1 flex-col"
        >
          {(data) => (
            <>
              <ConversationHead
                chat={chat}
                conversation={data}
                team={team}
                summaryLink={summary.linkTo('1')}
                onBack={onBack}
              />
              {isShown ? (
                <Conversation
                  chat={chat}
                  ownerId={data.userId}
                  paneRef={paneRef}
                  notes={notes}
                  teamNames={new Map(team.map((member) => [member.id, personName(member)]))}
                  renderComposer={(composer) =>
                    data.joinedPartner ? (
                      <JoinedPartner partner={data.joinedPartner} />
                    ) : (
                      <StaffComposer user={user} conversation={data} composer={composer} />
                    )
                  }
                />
              ) : (
                <Loading />
              )}
            </>
          )}
        </QueryState>
      </section>
      <PartnerSummary
        id={id}
        conversation={conversation.data}
        isOpen={isSummaryOpen}
        onClose={summary.close}
      />
    </>
  )
}
