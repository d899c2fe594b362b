import { ArrowLeft, PanelRight } from 'lucide-react'
import { Link } from 'wouter'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { personName } from '#client/domain/person-name.ts'
import { call } from '#client/lib/api.ts'
import { type EndpointMutation, useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Select } from '#client/ui/field.tsx'
import type { changeConversation } from '#contract/chat/inbox.ts'
import type { StaffMember } from '#contract/chat/notes.ts'
import type { Sent } from '#contract/endpoint.ts'
import { ConnectionStatus } from '../connection-status.tsx'
import { JoinedPartnerLink } from '../joined-partner.tsx'
import type { Chat } from '../use-chat.ts'
import type { OpenedConversation } from './queries.ts'

type ConversationHeadProps = {
  chat: Chat
  conversation: OpenedConversation
  team: readonly StaffMember[]
  summaryLink: { href: string; state: unknown }
  onBack: () => void
}

type Change = Sent<typeof changeConversation, 'body'> & { isUndo?: boolean }

const labelOf = ({ closed }: Change) => (closed === undefined ? 'Reassigned' : closed ? 'Closed' : 'Reopened')

/** Assigns, closes or reopens a conversation, which may leave the list because of that. The toast offers Undo. */
const useChangeConversation = (conversation: OpenedConversation) => {
  const { id, assignedTo } = conversation
  const options: EndpointMutation<Change, unknown> = {
    success: (_, { closed, isUndo, ...change }) => {
      if (isUndo) return { title: 'Change undone' }
      const before = closed === undefined ? { assignedTo: assignedTo?.id ?? null } : { closed: !closed }
      return {
        title: `Conversation ${labelOf({ closed, ...change }).toLowerCase()}`,
        description: personName(conversation),
        action: { label: 'Undo', onSelect: () => undo({ ...before, isUndo: true }) },
      }
    },
    failure: 'The conversation could not be changed. Check your connection and try again.',
    serverMessages: 'all',
    invalidates: ['/api/chat/conversations'],
    awaitsReads: true,
    leaves: (change) => (change.isUndo ? null : { ids: [id], label: labelOf(change), hasUndo: true }),
  }
  const send = ({ isUndo: _, ...body }: Change) =>
    call('PUT /api/chat/conversations/:conversationId', { params: { conversationId: id }, body })
  const { mutate: undo } = useEndpointMutation(send, options)
  return useEndpointMutation(send, options)
}

/** The partner's name, and the actions on the whole conversation. */
export function ConversationHead(props: ConversationHeadProps) {
  const { chat, conversation, team, summaryLink, onBack } = props
  const { assignedTo, closedAt } = conversation
  const isClosed = closedAt !== null
  const { mutate, isPending, variables } = useChangeConversation(conversation)
  // The assignee is missing in the team while the team is loading, and after they have left it.
  const isListed = assignedTo === null || team.some((member) => member.id === assignedTo.id)
  const assigneeId = isPending && variables.assignedTo !== undefined ? variables.assignedTo : assignedTo?.id
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-4 py-2 max-sm:px-2">
      <IconButton icon={ArrowLeft} label="All conversations" onClick={onBack} className="sm:hidden" />
      <div className="min-w-32 flex-1">
        <h2 className="flex min-w-0 items-center gap-2 text-15">
          {conversation.partnerId ? (
            <PartnerLink partnerId={conversation.partnerId} className="min-w-0 truncate hover:underline">
              {personName(conversation)}
            </PartnerLink>
          ) : (
            <span className="min-w-0 truncate">{personName(conversation)}</span>
          )}
          {isClosed && <Badge>Closed</Badge>}
        </h2>
        {conversation.joinedPartner && (
          <p className="break-words text-12 text-muted">
            Now belongs to <JoinedPartnerLink partner={conversation.joinedPartner} />
          </p>
        )}
        <ConnectionStatus chat={chat} />
      </div>
      <div className="flex items-center gap-1.5 max-sm:w-full max-sm:pl-2">
        <Select
          aria-label="Assigned to"
          value={assigneeId ?? ''}
          onChange={({ target }) => mutate({ assignedTo: target.value || null })}
          className="w-40"
        >
          <option value="">Unassigned</option>
          {(isListed ? team : [assignedTo, ...team]).map((member) => (
            <option key={member.id} value={member.id}>
              {member.id === chat.user.id ? 'You' : personName(member)}
            </option>
          ))}
        </Select>
        <Button
          pending={isPending && variables.closed !== undefined}
          onClick={() => mutate({ closed: !isClosed })}
        >
          {isClosed ? 'Reopen' : 'Close'}
          <span className="sr-only"> conversation</span>
        </Button>
        <Button icon={PanelRight} asChild variant="quiet" size="icon" className="ml-auto xl:hidden">
          <Link {...summaryLink} aria-label="Partner summary"></Link>
        </Button>
      </div>
    </header>
  )
}
