import { type AddressView, useAddressView } from '#client/lib/address-view.ts'
import { limits } from '#contract/fields.ts'
import { type Role, roles } from '#contract/users/roles.ts'

/** The filters of the list of users in the address. Unknown values are ignored. */
export type UsersView = AddressView & {
  search: string
  role: Role | ''
  group: string
  profile: 'has' | 'none' | ''
}

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
