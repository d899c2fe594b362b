import { type AddressView, useAddressView } from '#client/lib/address-view.ts'
import { Select } from '#client/ui/field.tsx'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { limits } from '#contract/fields.ts'
import { type Role, roleLabels, roles } from '#contract/users/roles.ts'
import { type UserFilter, usePartnerGroups } from './queries.ts'

/** The filters of the list of users in the address. Unknown values are ignored. */
export type UsersView = AddressView & UserFilter

const profiles = ['has', 'none'] as const

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
  const groups = usePartnerGroups()
  const known = groups.data ?? []
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
      <Select
        className="@2xl:w-36"
        aria-label="Role"
        value={view.role}
        onChange={({ target }) => view.change({ role: target.value })}
      >
        <option value="">All Roles</option>
        {offeredRoles.map((role) => (
          <option key={role} value={role}>
            {roleLabels[role]}
          </option>
        ))}
      </Select>
      <Select
        className="@2xl:w-36"
        aria-label="Partner Status"
        value={view.profile}
        onChange={({ target }) => view.change({ profile: target.value })}
      >
        <option value="">All Statuses</option>
        <option value="has">Has Profile</option>
        <option value="none">No Profile</option>
      </Select>
      <Select
        className="@2xl:w-40"
        aria-label="Partner Group"
        value={view.group}
        onChange={({ target }) => view.change({ group: target.value })}
      >
        <option value="">All Groups</option>
        {/* From the address, while the groups are loading or when the group is empty. */}
        {view.group && !known.includes(view.group) && <option value={view.group}>{view.group}</option>}
        {known.map((group) => (
          <option key={group} value={group}>
            {group}
          </option>
        ))}
      </Select>
    </FilterBar>
  )
}
