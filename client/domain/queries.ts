import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { listResponsible, listTeam, type Responsible } from '#contract/chat/inbox.ts'
import { getPartner } from '#contract/partners/partners.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { personName } from './person-name.ts'

/** A partner with its user, for staff; nothing is read while none is chosen. */
export const usePartner = (partnerId: string | null) =>
  useQuery({
    // Not empty: that would be the key of the list of all partners.
    ...readOf(getPartner, { params: { partnerId: partnerId ?? 'none' } }),
    enabled: partnerId !== null,
  })

/** For staff: the members of the team, by name. */
export const useTeam = () => useQuery(readOf(listTeam))

const standingLabels: Record<Responsible['standing'], string> = {
  active: '',
  disabled: ' (Disabled)',
  former: ' (Left the team)',
}

/** For staff: whom a list can be filtered by, as the options of a select: the team, and who has left it while something is theirs. */
export const useResponsibleOptions = () => {
  const { data = [] } = useQuery(readOf(listResponsible))
  return data.map((person) => [person.id, `${personName(person)}${standingLabels[person.standing]}`] as const)
}

/** For staff: the groups that partners are in. */
export const usePartnerGroups = () => useQuery(readOf(listPartnerGroups))

/** The same as the options of a select. */
export const useGroupOptions = () => {
  const { data = [] } = usePartnerGroups()
  return data.map((group) => [group, group] as const)
}
