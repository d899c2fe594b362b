import { Button } from '#client/ui/button.tsx'
import { question } from '#client/ui/question.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { MembersSection } from './members-section.tsx'
import { useLeavePartner } from './mutations.ts'

type Membership = CurrentUser['partners'][number]

/** The people of the user's own partner, as far as the user may see them, and the way to leave the partner. */
export function OwnMembers({ membership }: { membership: Membership }) {
  const isOwner = membership.role === 'owner'
  return (
    <div className="grid grid-cols-1 gap-6">
      {membership.canSign && <MembersSection partner={{ ...membership, isOwn: true }} canManage={isOwner} />}
      {isOwner ? (
        <p className="text-13 text-muted">
          {`To leave ${membership.businessName}, first offer the ownership to another member.`}
        </p>
      ) : (
        <LeavePartner membership={membership} />
      )}
    </div>
  )
}

function LeavePartner({ membership }: { membership: Membership }) {
  const { mutate: leave, isPending } = useLeavePartner(membership)
  const { businessName } = membership
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>{`You belong to ${businessName}.`}</p>
      <Button
        pending={isPending}
        opens={question({
          title: `Leave ${businessName}?`,
          description:
            'You lose access to its tasks, files and messages immediately. What you did stays under your name. To come back, you need a new invitation.',
          confirmLabel: 'Leave',
          onConfirm: leave,
        })}
      >
        {`Leave ${businessName}`}
      </Button>
    </div>
  )
}
