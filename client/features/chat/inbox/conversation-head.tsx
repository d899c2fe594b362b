import ArrowLeft from 'lucide-react/icons/arrow-left'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import PanelRight from 'lucide-react/icons/panel-right'
import { Link } from 'wouter'
import { personName } from '#client/domain/person-name.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import type { StaffMember } from '#contract/chat/notes.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import type { ChatState } from '../chat-store.ts'
import { ConnectionStatus } from '../connection-status.tsx'
import type { OpenedConversation } from '../queries.ts'
import { useChangeConversation } from './mutations.ts'

type ConversationHeadProps = {
  conversation: OpenedConversation
  user: CurrentUser
  /** Undefined until it is loaded. */
  team: readonly StaffMember[] | undefined
  state: ChatState
  cardLink: { href: string; state: unknown }
  onBack: () => void
}

/** The partner's name, and the actions on the whole conversation. */
export function ConversationHead(props: ConversationHeadProps) {
  const { conversation, user, team, state, cardLink, onBack } = props
  const { id, closedAt, assignedTo } = conversation
  const isClosed = closedAt !== null
  const changing = useChangeConversation(id)
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-4 py-2 max-sm:px-2">
      <IconButton label="All conversations" onClick={onBack} className="sm:hidden">
        <ArrowLeft aria-hidden className="size-4" />
      </IconButton>
      <div className="min-w-32 flex-1">
        <h2 className="flex min-w-0 items-center gap-2 text-15">
          <span className="min-w-0 truncate">{personName(conversation)}</span>
          {isClosed && <Badge>Closed</Badge>}
        </h2>
        <ConnectionStatus state={state} otherSide="partner" />
      </div>
      <div className="flex items-center gap-1.5 max-sm:w-full max-sm:pl-2">
        <AssignMenu
          assignedTo={assignedTo}
          userId={user.id}
          team={team}
          isPending={changing.isPending}
          onAssign={(to) => changing.mutate({ assignedTo: to })}
        />
        <Button
          size="small"
          pending={changing.isPending && changing.variables.closed !== undefined}
          onClick={() => changing.mutate({ closed: !isClosed })}
        >
          {isClosed ? 'Reopen' : 'Close'}
          <span className="sr-only"> conversation</span>
        </Button>
        <Button asChild variant="quiet" size="icon" className="ml-auto lg:hidden">
          <Link {...cardLink} aria-label="Partner's card">
            <PanelRight aria-hidden className="size-4" />
          </Link>
        </Button>
      </div>
    </header>
  )
}

type AssignMenuProps = {
  assignedTo: StaffMember | null
  userId: string
  team: readonly StaffMember[] | undefined
  isPending: boolean
  onAssign: (to: string | null) => void
}

function AssignMenu({ assignedTo, userId, team = [], isPending, onAssign }: AssignMenuProps) {
  const colleagues = team.filter(({ id }) => id !== userId)
  const assignee = assignedTo && (assignedTo.id === userId ? 'You' : personName(assignedTo))
  return (
    <Menu
      trigger={
        <Button size="small" aria-disabled={isPending} className="max-w-44">
          <span className="min-w-0 truncate">
            <span className="sr-only">Assigned to {assignee ? '' : 'nobody'}</span>
            {assignee ?? <span aria-hidden>Assign</span>}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0" />
        </Button>
      }
    >
      <div className="max-h-72 overflow-y-auto">
        <Choice isChosen={assignedTo?.id === userId} onSelect={() => onAssign(userId)}>
          Assign to me
        </Choice>
        {colleagues.map((member) => (
          <Choice
            key={member.id}
            isChosen={assignedTo?.id === member.id}
            onSelect={() => onAssign(member.id)}
          >
            {personName(member)}
          </Choice>
        ))}
        <MenuSeparator />
        <Choice isChosen={assignedTo === null} onSelect={() => onAssign(null)}>
          Nobody
        </Choice>
      </div>
    </Menu>
  )
}

type ChoiceProps = { isChosen: boolean; onSelect: () => void; children: string }

function Choice({ isChosen, onSelect, children }: ChoiceProps) {
  return (
    <MenuItem onSelect={onSelect}>
      <Check aria-hidden className={classNames(!isChosen && 'invisible')} />
      <span className="max-w-64 truncate">{children}</span>
      {isChosen && <span className="sr-only">, chosen</span>}
    </MenuItem>
  )
}
