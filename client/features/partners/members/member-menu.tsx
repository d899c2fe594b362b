import { KeyRound, Pencil, Send, Undo2, UserMinus } from 'lucide-react'
import type { ReactNode } from 'react'
import { personName } from '#client/domain/person-name.ts'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { question } from '#client/ui/question.tsx'
import type { Member } from '#contract/partners/members.ts'
import type { MembersPartner } from './calls.ts'
import { ChangeMemberDialog } from './lazy-dialogs.ts'
import { useGiveOwnership, useRemoveMember, useResendInvitation, useWithdrawOwnership } from './mutations.ts'

type MemberOfPartner = {
  partner: MembersPartner
  member: Member
  /** The name of the partner's owner. */
  ownerName: string
}

type MemberMenuProps = MemberOfPartner & {
  /** Further actions. */
  children?: ReactNode
}

/** The actions of the owner or of staff on a person of a partner. */
export function MemberMenu({ partner, member, ownerName, children }: MemberMenuProps) {
  const { mutate: resend } = useResendInvitation(partner, member)
  const { mutate: remove } = useRemoveMember(partner, member)
  const name = personName(member)
  const { businessName } = partner
  return (
    <RowMenu name={name} row={{}}>
      <MenuItem
        icon={Pencil}
        opens={(opening) => <ChangeMemberDialog {...opening} partner={partner} member={member} />}
      >
        Change
      </MenuItem>
      {children}
      {!member.acceptedAt && (
        <>
          <MenuItem icon={Send} onSelect={() => resend()}>
            Resend invitation
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={UserMinus}
            tone="danger"
            opens={question({
              title: `Withdraw the invitation of ${name}?`,
              description: `They can no longer accept it. You can invite them to ${businessName} again.`,
              confirmLabel: 'Withdraw invitation',
              onConfirm: remove,
            })}
          >
            Withdraw invitation
          </MenuItem>
        </>
      )}
      {member.acceptedAt && member.role !== 'owner' && (
        <>
          <OwnershipItem partner={partner} member={member} ownerName={ownerName} />
          <MenuSeparator />
          <MenuItem
            icon={UserMinus}
            tone="danger"
            opens={question({
              title: `End the membership of ${name}?`,
              description: `They lose access to the tasks, files and messages of ${businessName} immediately. What they did stays under their name.`,
              confirmLabel: 'End membership',
              onConfirm: remove,
            })}
          >
            End membership
          </MenuItem>
        </>
      )}
    </RowMenu>
  )
}

/** Offers the ownership to a member, or withdraws the offer; staff make the member the owner at once. */
function OwnershipItem({ partner, member, ownerName }: MemberOfPartner) {
  const { mutate: give } = useGiveOwnership(partner, member)
  const { mutate: withdraw } = useWithdrawOwnership(partner, member)
  const name = personName(member)
  const { businessName, isOwn } = partner
  if (isOwn && member.isOfferedOwnership)
    return (
      <MenuItem icon={Undo2} onSelect={() => withdraw()}>
        Withdraw the offer of ownership
      </MenuItem>
    )
  const asked = isOwn
    ? {
        title: `Offer the ownership to ${name}?`,
        description: `If they accept, they manage the people of ${businessName} and sign its agreements. You stay as a member who may sign. Until then, you can withdraw the offer.`,
        confirmLabel: 'Offer ownership',
      }
    : {
        title: `Make ${name} the owner?`,
        description: `They become the owner of ${businessName} immediately. ${ownerName} stays as a member who may sign.`,
        confirmLabel: 'Make owner',
      }
  return (
    <MenuItem icon={KeyRound} opens={question({ ...asked, tone: 'primary', onConfirm: give })}>
      {asked.confirmLabel}
    </MenuItem>
  )
}
