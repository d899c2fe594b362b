import { MailOpen } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Invitation } from '#contract/partners/invitations.ts'
import { DeclineQuestion } from './lazy-dialogs.ts'
import { useAcceptInvitation, useDeclineInvitation } from './mutations.ts'
import { useInvitations } from './queries.ts'

/**
 * A card with the user's open invitations; nothing if there are none.
 * @param isMain whether accepting the first invitation is the most important action of the screen
 */
export function InvitationsCard({ isMain = false }: { isMain?: boolean }) {
  const { data: invitations = [] } = useInvitations()
  if (invitations.length === 0) return null
  return (
    <Card title="Invitations" flush>
      <ul className="divide-y divide-line">
        {invitations.map((invitation, index) => (
          <InvitationRow
            key={`${invitation.kind} ${invitation.id}`}
            invitation={invitation}
            isMain={isMain && index === 0}
          />
        ))}
      </ul>
    </Card>
  )
}

/** Returns what an invitation says, and what accepting it means. */
const textsOf = ({ kind, invitedBy, businessName, title, canSign }: Invitation) => {
  const by = invitedBy ?? 'The partner team'
  if (kind === 'ownership')
    return {
      text: `${by} offers you the ownership of ${businessName}`,
      meaning:
        'As the owner, you manage its people and sign its agreements. The current owner stays as a member who may sign.',
    }
  return {
    text: `${by} invited you to ${businessName}`,
    meaning: `You ${title ? `join as ${title} and ` : ''}see its tasks, activations, files and messages.${canSign ? ' You may also sign its agreements.' : ''}`,
  }
}

function InvitationRow({ invitation, isMain }: { invitation: Invitation; isMain: boolean }) {
  const rowRef = useRef<HTMLLIElement>(null)
  // The focused button disappears together with its row.
  const focusAround = () => rowRef.current?.closest<HTMLElement>('[tabindex="-1"]')?.focus()
  const accepting = useAcceptInvitation(invitation, focusAround)
  const declining = useDeclineInvitation(invitation, focusAround)
  const { text, meaning } = textsOf(invitation)
  const textId = `invitation-${invitation.kind}-${invitation.id}`

  return (
    <li ref={rowRef} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <MailOpen aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
        <div id={textId} className="wrap-anywhere min-w-0">
          <h3 className="font-medium text-15">{text}</h3>
          <p className="text-13 text-muted">{meaning}</p>
        </div>
      </div>
      <div className="flex gap-2 max-sm:flex-1">
        <Button
          size="small"
          className="max-sm:flex-1"
          pending={declining.isPending}
          aria-describedby={textId}
          opens={(opening) => (
            <DeclineQuestion
              {...opening}
              businessName={invitation.businessName}
              onConfirm={declining.mutate}
            />
          )}
        >
          Decline
        </Button>
        <Button
          size="small"
          variant={isMain ? 'primary' : 'secondary'}
          className="max-sm:flex-1"
          pending={accepting.isPending}
          aria-describedby={textId}
          onClick={() => accepting.mutate()}
        >
          Accept
        </Button>
      </div>
    </li>
  )
}
