import { personName } from '#client/domain/person-name.ts'
import { Badge } from '#client/ui/badge.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { TwoLines } from '#client/ui/row-text.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { roleLabels } from '#contract/users/roles.ts'

type LinkedUserProps = Pick<AdminPartner, 'user'> & {
  /** The name in the partner's profile. */
  fullName?: string
  /** Whether a long name is shown in full, with the badges below it; otherwise everything fits the height of a row. */
  whole?: boolean
}

/** The user who signs in as a partner, with their role. */
export function LinkedUser({ user, fullName, whole = false }: LinkedUserProps) {
  const name = personName({ ...user, fullName })
  return (
    <span
      className={classNames(
        'flex min-w-0 gap-x-3 gap-y-1',
        whole ? 'flex-col items-start' : 'flex-1 items-center justify-between max-md:flex-wrap',
      )}
    >
      <TwoLines first={name} second={name === user.email ? null : user.email} whole={whole} />
      <UserBadges user={user} />
    </span>
  )
}

/** Badges for the role of a user, and for whether they are disabled. */
export const UserBadges = ({ user, className }: Pick<AdminPartner, 'user'> & { className?: string }) => (
  <span className={classNames('flex shrink-0 gap-1.5', className)}>
    {user.disabledAt && <Badge tone="danger">Disabled</Badge>}
    <Badge tone={user.role === 'user' ? 'neutral' : 'info'}>{roleLabels[user.role]}</Badge>
  </span>
)
