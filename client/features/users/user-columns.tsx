import { Day } from '#client/domain/day.tsx'
import { personName } from '#client/domain/person-name.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { OneLine } from '#client/ui/row-text.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { roleLabels } from '#contract/users/roles.ts'
import type { AdminUser } from '#contract/users/users.ts'
import { partOf, type Selection } from './selection.ts'
import { UserActions } from './user-actions.tsx'

type UserColumns = {
  me: CurrentUser
  /** The users of the page shown. */
  shown: AdminUser[]
  selection: Selection
  onEdit: (user: AdminUser) => void
}

export const userColumns = ({ me, shown, selection, onEdit }: UserColumns): Column<AdminUser>[] => [
  {
    id: 'select',
    heading: <SelectPage shown={shown} selection={selection} />,
    cell: (user) => (
      <Checkbox
        label={`Select ${personName(user)}`}
        hideLabel
        checked={selection.ids.includes(user.id)}
        disabled={selection.isFull && !selection.ids.includes(user.id)}
        onChange={() => selection.toggle(user.id)}
      />
    ),
    className: 'w-8 md:pr-0 md:pl-3! max-md:absolute! max-md:top-1 max-md:right-1',
  },
  {
    id: 'name',
    heading: 'Name',
    lead: true,
    className: 'md:w-[22%] max-md:pr-11!',
    cell: (user) => <Name user={user} me={me} />,
  },
  {
    id: 'email',
    heading: 'Email',
    className: 'md:w-[28%] md:max-w-0',
    cell: ({ email }) => <OneLine>{email}</OneLine>,
  },
  { id: 'role', heading: 'Role', cell: ({ role }) => roleLabels[role] },
  {
    id: 'profile',
    heading: 'Partner Status',
    className: 'lg:whitespace-nowrap',
    cell: ({ hasPartnerProfile }) =>
      hasPartnerProfile ? <Badge tone="positive">Has Profile</Badge> : <Badge>No Profile</Badge>,
  },
  {
    id: 'group',
    heading: 'Partner Group',
    className: 'md:w-[16%] md:max-w-0',
    cell: ({ partnerGroup }) =>
      partnerGroup ? <OneLine>{partnerGroup}</OneLine> : <span className="text-muted">None</span>,
  },
  {
    id: 'created',
    heading: 'Created',
    className: 'whitespace-nowrap',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    id: 'actions',
    // Of no use before the buttons themselves, on a phone.
    heading: <span>Actions</span>,
    align: 'end',
    className: 'whitespace-nowrap',
    cell: (user) => <UserActions user={user} me={me} onEdit={() => onEdit(user)} />,
  },
]

function Name({ user, me }: { user: AdminUser; me: CurrentUser }) {
  const name = personName(user)
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="wrap-anywhere line-clamp-2 min-w-0" title={name}>
        {name}
      </span>
      {user.id === me.id && <span className="font-normal text-13 text-muted">You</span>}
      {user.disabledAt && <Badge tone="danger">Disabled</Badge>}
    </span>
  )
}

/** All of the page at once. */
export function SelectPage({ shown, selection }: Pick<UserColumns, 'shown' | 'selection'>) {
  const page = shown.map(({ id }) => id)
  const part = partOf(selection.ids, page)
  return (
    <Checkbox
      label="Select all on this page"
      hideLabel
      checked={part === 'all'}
      mixed={part === 'some'}
      disabled={page.length === 0 || (selection.isFull && part === 'none')}
      onChange={() => selection.togglePage(page)}
    />
  )
}
