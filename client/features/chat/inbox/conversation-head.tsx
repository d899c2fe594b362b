import ArrowLeft from 'lucide-react/icons/arrow-left'
import PanelRight from 'lucide-react/icons/panel-right'
import { Link } from 'wouter'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { listTeam } from '#contract/chat/inbox.ts'
import type { Received } from '#contract/endpoint.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { ConnectionStatus, Presence } from '../connection-status.tsx'
import type { OpenedConversation } from '../conversation-reads.ts'
import { nameOf } from '../conversation-summary.tsx'
import { AssignMenu } from './assign-menu.tsx'
import { useChangeConversation } from './change-conversation.ts'

type ConversationHeadProps = {
  conversation: OpenedConversation
  user: CurrentUser
  team: Received<typeof listTeam> | undefined
  connected: boolean
  present: boolean | null
  cardLink: { href: string; state: unknown }
  onBack: () => void
}

/** With whom, and what can be done with the conversation as a whole. */
export function ConversationHead(props: ConversationHeadProps) {
  const { conversation, user, team, connected, present, cardLink, onBack } = props
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
          <span className="min-w-0 truncate">{nameOf(conversation)}</span>
          {isClosed && <Badge>Closed</Badge>}
        </h2>
        <div className="flex gap-1">
          <ConnectionStatus connected={connected} />
          <Presence who="partner" present={present} />
        </div>
      </div>
      <div className="flex items-center gap-1.5 max-sm:w-full max-sm:pl-2">
        <AssignMenu
          assignedTo={assignedTo}
          user={user}
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
