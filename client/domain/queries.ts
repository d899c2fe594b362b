import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { listResponsible, listTeam, type Responsible } from '#contract/chat/inbox.ts'
import { getPartner } from '#contract/partners/partners.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { personName } from './person-name.ts'

/** Reads a partner with their user, for staff; reads nothing while no partner is chosen. */
export const usePartner = (partnerId: string | null) =>
  useQuery({
    // An empty id would result in the key of the list of all partners.
    ...readOf(getPartner, { params: { partnerId: partnerId ?? 'none' } }),
    enabled: partnerId !== null,
  })

/** Reads the members of the team, sorted by name; for staff. */
export const useTeam = () => useQuery(readOf(listTeam))

const standingLabels: Record<Responsible['standing'], string> = {
  active: '',
  disabled: ' (Disabled)',
  former: ' (Left the team)',
}

/** Returns select options for filtering by responsible: the team, and former members who are still responsible for something. For staff. */
export const useResponsibleOptions = () => {
  const { data = [] } = useQuery(readOf(listResponsible))
  return data.map((person) => [person.id, `${personName(person)}${standingLabels[person.standing]}`] as const)
}

/** Reads the groups that partners are in; for staff. */
export const usePartnerGroups = () => useQuery(readOf(listPartnerGroups))

/** Returns the groups that partners are in, as the options of a select. */
export const useGroupOptions = () => {
  const { data = [] } = usePartnerGroups()
  return data.map((group) => [group, group] as const)
}
