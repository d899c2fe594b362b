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
import { ConnectionStatus } from '../connection-status.tsx'
import type { OpenedConversation } from '../queries.ts'
import type { Chat } from '../use-chat.ts'
import { useChangeConversation } from './mutations.ts'

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
  const isClosed = conversation.closedAt !== null
  const changing = useChangeConversation(conversation.id)
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
        <ConnectionStatus chat={chat} />
      </div>
      <div className="flex items-center gap-1.5 max-sm:w-full max-sm:pl-2">
        <AssignMenu
          assignedTo={conversation.assignedTo}
          userId={chat.user.id}
          team={team}
          isPending={changing.isPending}
          onAssign={(assignedTo) => changing.mutate({ assignedTo })}
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
          <Link {...summaryLink} aria-label="Partner summary">
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
  team: readonly StaffMember[]
  isPending: boolean
  onAssign: (to: string | null) => void
}

function AssignMenu({ assignedTo, userId, team, isPending, onAssign }: AssignMenuProps) {
  const choice = (id: string | null, label: string) => {
    const isChosen = id === (assignedTo?.id ?? null)
    return (
      <MenuItem key={id} onSelect={() => onAssign(id)}>
        <Check aria-hidden className={classNames(!isChosen && 'invisible')} />
        <span className="max-w-64 truncate">{label}</span>
        {isChosen && <span className="sr-only">, selected</span>}
      </MenuItem>
    )
  }
  return (
    <Menu
      trigger={
        <Button size="small" aria-disabled={isPending} className="max-w-44">
          <span className="min-w-0 truncate">
            {assignedTo ? (
              <>
                <span className="sr-only">Assigned to </span>
                {assignedTo.id === userId ? 'You' : personName(assignedTo)}
              </>
            ) : (
              'Assign'
            )}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0" />
        </Button>
      }
    >
      <div className="max-h-72 overflow-y-auto">
        {choice(userId, 'Assign to me')}
        {team.flatMap((member) => (member.id === userId ? [] : choice(member.id, personName(member))))}
        <MenuSeparator />
        {choice(null, 'Unassigned')}
      </div>
    </Menu>
  )
}
