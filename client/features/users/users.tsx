import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { formatNumber } from '#client/lib/format.ts'
import { useSelection } from '#client/lib/selection.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PagedTable } from '#client/ui/paged-table.tsx'
import { SelectionCount } from '#client/ui/select-rows.tsx'
import { TooltipProvider } from '#client/ui/tooltip.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { type AdminUser, maxSelectedUsers } from '#contract/users/users.ts'
import { AddUser } from './add-user.tsx'
import { EditUser } from './edit-user.tsx'
import { EraseUser } from './erase-user.tsx'
import { pageSize, useUsers } from './queries.ts'
import { UserSelectionBar } from './selection-bar.tsx'
import { userColumns } from './user-columns.tsx'
import { UserFilters, useUsersView } from './user-filters.tsx'

/** All users, including disabled ones. */
export default function UserManagement({ user: me }: { user: CurrentUser }) {
  const view = useUsersView()
  const users = useUsers(view, view.page)
  const list = JSON.stringify([view.search, view.role, view.group, view.profile])
  const selection = useSelection(list, maxSelectedUsers)
  const adding = useAddressDialog('add')
  const [edited, setEdited] = useState<AdminUser>()
  const [erased, setErased] = useState<AdminUser>()
  // While others are on their way, these cannot be chosen any more.
  const shown = users.isPlaceholderData ? [] : (users.data?.rows ?? [])

  return (
    <Card
      title="User Management"
      description={
        <SelectionCount selection={selection} total={users.data && totalLabel(users.data.total)} />
      }
      actions={
        <Button variant="primary" onClick={() => adding.open('new')}>
          <Plus aria-hidden className="size-4 sm:hidden" />
          <span className="max-sm:sr-only">Add User</span>
        </Button>
      }
      flush
    >
      <UserSelectionBar selection={selection} shown={shown}>
        <UserFilters view={view} />
      </UserSelectionBar>
      <div tabIndex={-1} className="outline-none">
        {users.isError && users.data && (
          // The earlier rows stay on the screen, so the failure is shown above them.
          <div className="border-line border-b p-4 sm:p-5">
            <Alert title="Failed to fetch users" onRetry={users.refetch}>
              This list may be out of date.
            </Alert>
          </div>
        )}
        <TooltipProvider>
          <PagedTable
            label="Users"
            rowsLabel="users"
            columns={userColumns({ me, shown, selection, onEdit: setEdited, onErase: setErased })}
            query={users}
            failure={{
              title: 'Failed to Load Users',
              text: 'Unable to load user data. Please try refreshing the page.',
            }}
            empty={<EmptyState icon={Users} line="No users found matching your criteria" />}
            view={view}
            pageSize={pageSize}
            isSelected={({ id }) => selection.ids.includes(id)}
          />
        </TooltipProvider>
      </div>
      {adding.value && <AddUser me={me} onClose={adding.close} />}
      {erased && <EraseUser user={erased} onClose={() => setErased(undefined)} />}
      {edited && <EditUser me={me} user={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  )
}

const totalLabel = (total: number) => (total === 1 ? '1 total user' : `${formatNumber(total)} total users`)
