import { useCurrentUser } from '#client/domain/current-user.ts'
import { initials, splitName } from '#client/domain/person-name.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import type { PartnerTask } from '#contract/tasks.ts'

/** The person who has a task. A screen reader also hears what the name means. */
export function AssigneeName({ assignee }: { assignee: NonNullable<PartnerTask['assignee']> }) {
  const { data: user } = useCurrentUser()
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 align-bottom">
      <Avatar size="mini" src={assignee.profileImageUrl} initials={initials(splitName(assignee.name))} />
      <span className="wrap-anywhere">
        <span className="sr-only">Assigned to </span>
        {assignee.id === user?.id ? 'You' : assignee.name}
      </span>
    </span>
  )
}
