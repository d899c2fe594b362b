import { ArrowLeft, Clock, PanelRight, Tag } from 'lucide-react'
import { Link } from 'wouter'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { personName } from '#client/domain/person-name.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Select } from '#client/ui/field.tsx'
import type { StaffMember } from '#contract/chat/notes.ts'
import { ConnectionStatus } from '../connection-status.tsx'
import { JoinedPartnerLink } from '../joined-partner.tsx'
import { LabelNames } from '../label-names.tsx'
import type { Chat } from '../use-chat.ts'
import { LabelsDialog } from './labels-dialog.tsx'
import { type ConversationChange, useChangeConversations } from './mutations.ts'
import type { OpenedConversation } from './queries.ts'
import { SnoozeConversations } from './snooze-dialog.tsx'

type ConversationHeadProps = {
  chat: Chat
  conversation: OpenedConversation
  team: readonly StaffMember[]
  summaryLink: { href: string; state: unknown }
  onBack: () => void
}

/** The partner's name, and the actions on the whole conversation. */
export function ConversationHead(props: ConversationHeadProps) {
  const { chat, conversation, team, summaryLink, onBack } = props
  const { assignedTo, closedAt, snoozedUntil, snoozedBy } = conversation
  const isClosed = closedAt !== null
  const change = useChangeConversations()
  const { isPending } = change
  const nameOf = (member: StaffMember) => (member.id === chat.user.id ? 'you' : personName(member))
  const mutate = (fields: ConversationChange) => change.mutate({ rows: [conversation], change: fields })
  const changed = change.variables?.change ?? {}
  const dialog = { rows: [conversation], what: personName(conversation) }
  // The assignee is missing in the team while the team is loading, and after they have left it.
  const isListed = assignedTo === null || team.some((member) => member.id === assignedTo.id)
  const assigneeId = isPending && changed.assignedTo !== undefined ? changed.assignedTo : assignedTo?.id
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
          className="w-40 max-sm:min-w-0 max-sm:flex-1"
        >
          <option value="">Unassigned</option>
          {(isListed ? team : [assignedTo, ...team]).map((member) => (
            <option key={member.id} value={member.id}>
              {member.id === chat.user.id ? 'You' : personName(member)}
            </option>
          ))}
        </Select>
        <Button
          pending={isPending && changed.closed !== undefined}
          onClick={() => mutate({ closed: !isClosed })}
        >
          {isClosed ? 'Reopen' : 'Close'}
          <span className="sr-only"> conversation</span>
        </Button>
        {snoozedUntil ? (
          <Button
            pending={isPending && changed.snoozedUntil !== undefined}
            onClick={() => mutate({ snoozedUntil: null })}
          >
            Bring back
          </Button>
        ) : (
          <IconButton
            icon={Clock}
            label="Snooze"
            opens={(opening) => <SnoozeConversations {...opening} {...dialog} />}
          />
        )}
        <IconButton
          icon={Tag}
          label="Labels"
          opens={(opening) => <LabelsDialog {...opening} {...dialog} />}
        />
        <Button icon={PanelRight} asChild variant="quiet" size="icon" className="ml-auto xl:hidden">
          <Link {...summaryLink} aria-label="Partner summary"></Link>
        </Button>
      </div>
      {(snoozedUntil || conversation.labels.length > 0) && (
        <div className="flex w-full flex-wrap items-center gap-x-2 max-sm:pl-2">
          <LabelNames labels={conversation.labels} />
          {snoozedUntil && (
            <p className="text-12 text-muted">
              {`Snoozed until ${formatDateTime(snoozedUntil)}${snoozedBy ? ` by ${nameOf(snoozedBy)}` : ''}`}
            </p>
          )}
        </div>
      )}
    </header>
  )
}
