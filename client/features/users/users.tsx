import { Plus, UserPlus, Users } from 'lucide-react'
import { Link } from 'wouter'
import { groupFilter } from '#client/domain/group-filter.ts'
import { personName } from '#client/domain/person-name.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { choiceFilter, searchFilter } from '#client/ui/list-filters.tsx'
import { describeList, ListScreen, useList } from '#client/ui/list-screen.tsx'
import { TooltipProvider } from '#client/ui/tooltip.tsx'
import { maxSelectedUsers } from '#contract/limits.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { roleLabels, roles } from '#contract/users/roles.ts'
import type { AdminUser } from '#contract/users/users.ts'
import { AddUser } from './add-user.tsx'
import { UserSelectionActions } from './selection-actions.tsx'
import { userColumns } from './user-columns.tsx'

const users = describeList({
  title: 'User Management',
  label: 'Users',
  rowsLabel: 'users',
  // The heading of the list shows "40 total users".
  counted: 'total user',
  read: (query) => ({
    ...readOf('/api/admin/users-with-partner-status', { query }),
    select: ({ users, total }: { users: AdminUser[]; total: number }) => ({ rows: users, total }),
  }),
  // The specification sets the page size.
  pageSize: 10,
  selectable: { max: maxSelectedUsers, nameOf: personName },
  filters: {
    search: searchFilter('Search users by name or email', 'Search users by name or email...'),
    role: choiceFilter({
      label: 'Role',
      none: 'All Roles',
      // The specification sets this order.
      options: roles.toSorted().map((role) => [role, roleLabels[role]]),
      className: '@2xl:w-36',
    }),
    profile: choiceFilter({
      label: 'Partner Status',
      none: 'All Statuses',
      options: [
        ['has', 'Has Profile'],
        ['none', 'No Profile'],
        ['invited', 'Invited, No Profile'],
      ],
      className: '@2xl:w-36',
    }),
    group: groupFilter({ label: 'Partner Group', none: 'All Groups', className: '@2xl:w-40' }),
  },
  failure: {
    title: 'Failed to Load Users',
    text: 'Unable to load user data. Please try refreshing the page.',
  },
  empty: { icon: Users, line: 'No users found matching your criteria' },
})

/** All users, including disabled ones. */
export default function UserManagement({ user: me }: { user: CurrentUser }) {
  const list = useList(users)
  const { query, selection } = list
  const adding = useAddressDialog('add')

  return (
    <>
      <TooltipProvider>
        <ListScreen
          list={list}
          columns={userColumns(me)}
          actions={
            <>
              <Button asChild icon={UserPlus} title="Invite partner">
                <Link href="/admin?tab=partners&add=invite">
                  <span className="max-sm:sr-only">Invite partner</span>
                </Link>
              </Button>
              <Button variant="primary" onClick={() => adding.open('new')}>
                <Plus aria-hidden className="size-4 sm:hidden" />
                <span className="max-sm:sr-only">Add User</span>
              </Button>
            </>
          }
          selectionActions={<UserSelectionActions selection={selection} />}
          notice={
            query.isError &&
            query.data && (
              // The earlier rows stay on the screen, so the failure is shown above them.
              <div className="border-line border-b p-4 sm:p-5">
                <Alert title="Failed to fetch users" onRetry={query.refetch}>
                  This list may be out of date.
                </Alert>
              </div>
            )
          }
        />
      </TooltipProvider>
      {adding.value && <AddUser me={me} onClose={adding.close} />}
    </>
  )
}
