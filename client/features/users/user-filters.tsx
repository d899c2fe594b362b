import { usePartnerGroups } from '#client/domain/queries.ts'
import { type AddressView, useAddressView } from '#client/lib/address-view.ts'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { Choice } from '#client/ui/filter-choices.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { limits } from '#contract/fields.ts'
import { type Role, roleLabels, roles } from '#contract/users/roles.ts'
import type { UserFilter } from './queries.ts'

/** The filters of the list of users in the address. Unknown values are ignored. */
export type UsersView = AddressView & UserFilter

const profiles = ['has', 'none', 'invited'] as const

export const useUsersView = (): UsersView => {
  const view = useAddressView()
  return {
    ...view,
    search: view.get('search').slice(0, limits.name),
    role: roles.find((role) => role === view.get('role')) ?? '',
    profile: profiles.find((profile) => profile === view.get('profile')) ?? '',
    group: view.get('group').slice(0, limits.group),
  }
}

// In the order of the specification.
const offeredRoles: Role[] = [...roles].sort()

export function UserFilters({ view }: { view: UsersView }) {
  const { data: groups = [] } = usePartnerGroups()
  return (
    <FilterBar
      active={[view.role, view.profile, view.group].filter(Boolean).length}
      search={
        <SearchField
          label="Search users by name or email"
          placeholder="Search users by name or email..."
          maxLength={limits.name}
          value={view.search}
          onSearch={(search) => view.change({ search }, { replace: true })}
        />
      }
    >
      <Choice
        view={view}
        name="role"
        label="Role"
        value={view.role}
        none="All Roles"
        options={offeredRoles.map((role) => [role, roleLabels[role]])}
        className="@2xl:w-36"
      />
      <Choice
        view={view}
        name="profile"
        label="Partner Status"
        value={view.profile}
        none="All Statuses"
        options={[
          ['has', 'Has Profile'],
          ['none', 'No Profile'],
          ['invited', 'Invited, No Profile'],
        ]}
        className="@2xl:w-36"
      />
      <Choice
        view={view}
        name="group"
        label="Partner Group"
        value={view.group}
        none="All Groups"
        options={groups.map((group) => [group, group])}
        className="@2xl:w-40"
      />
    </FilterBar>
  )
}
