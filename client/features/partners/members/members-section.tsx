import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Day, LastSeen } from '#client/domain/day.tsx'
import { personName } from '#client/domain/person-name.ts'
import { Row } from '#client/domain/rows/row.tsx'
import { RowSection } from '#client/domain/rows/row-section.tsx'
import { AddButton } from '#client/domain/rows/staff-actions.tsx'
import { useNow } from '#client/lib/use-now.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { Member } from '#contract/partners/members.ts'
import type { MembersPartner } from './calls.ts'
import { InviteMemberDialog } from './lazy-dialogs.ts'
import { MemberMenu } from './member-menu.tsx'
import { useMembers } from './queries.ts'

type MembersSectionProps = {
  partner: MembersPartner
  /** Whether the user may invite and change people: the owner and staff may. */
  canManage: boolean
  /** Renders further actions on a person, for the menu of a row. */
  renderItems?: (member: Member) => ReactNode
}

/** The people of a partner and the open invitations, with the actions of the owner or of staff. */
export function MembersSection({ partner, canManage, renderItems }: MembersSectionProps) {
  const query = useMembers(partner)
  const now = useNow()
  const owner = query.data?.find(({ role }) => role === 'owner')
  return (
    <RowSection
      title={`People of ${partner.businessName}`}
      query={query}
      skeletonRows={3}
      empty={{ icon: Users, line: 'Nobody belongs to this partner' }}
      headActions={
        canManage && (
          <AddButton opens={(opening) => <InviteMemberDialog {...opening} partner={partner} />}>
            Invite a person
          </AddButton>
        )
      }
    >
      {(member) => (
        <Row
          key={member.id}
          id={`member-${member.id}`}
          title={personName(member)}
          details={<Details member={member} now={now} />}
          badges={<MemberBadges member={member} />}
          actions={
            canManage && (
              <MemberMenu partner={partner} member={member} ownerName={owner ? personName(owner) : ''}>
                {renderItems?.(member)}
              </MemberMenu>
            )
          }
        />
      )}
    </RowSection>
  )
}

function Details({ member, now }: { member: Member; now: number }) {
  const { title, email, invitedAt, acceptedAt, lastSeenAt } = member
  const known = [title, personName(member) === email ? null : email].filter(Boolean)
  return (
    <>
      {known.map((each) => `${each} · `).join('')}
      <span className="inline-block">
        {acceptedAt || !invitedAt ? (
          <LastSeen at={lastSeenAt} now={now} />
        ) : (
          <>
            Invited <Day at={invitedAt} />
          </>
        )}
      </span>
    </>
  )
}

/** The role of a person, whether they may sign, and what waits for them to accept. */
function MemberBadges({ member: { role, canSign, acceptedAt, isOfferedOwnership } }: { member: Member }) {
  return (
    <>
      {role === 'owner' && <Badge tone="positive">Owner</Badge>}
      {role !== 'owner' && canSign && <Badge tone="info">May sign</Badge>}
      {!acceptedAt && <Badge tone="caution">Invited</Badge>}
      {isOfferedOwnership && <Badge tone="caution">Ownership offered</Badge>}
    </>
  )
}
