import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import type { Responsible } from '#contract/chat/inbox.ts'
import { personName } from './person-name.ts'

/** Reads a partner with their user, for staff; reads nothing while no partner is chosen. */
export const usePartner = (partnerId: string | null) =>
  useQuery({
    // An empty id would result in the key of the list of all partners.
    ...readOf('/api/admin/partners/:partnerId', { params: { partnerId: partnerId ?? 'none' } }),
    enabled: partnerId !== null,
  })

/** Reads the members of the team, sorted by name; for staff. */
export const useTeam = () => useQuery(readOf('/api/chat/team'))

const standingLabels: Record<Responsible['standing'], string> = {
  active: '',
  disabled: ' (Disabled)',
  former: ' (Left the team)',
}

/** Returns select options for filtering by responsible: the team, and former members who are still responsible for something. For staff. */
export const useResponsibleOptions = () => {
  const { data = [] } = useQuery(readOf('/api/chat/team/responsible'))
  return data.map((person) => [person.id, `${personName(person)}${standingLabels[person.standing]}`] as const)
}

/** Reads the groups that partners are in; for staff. */
export const usePartnerGroups = () => useQuery(readOf('/api/admin/partner-groups'))

/** Returns the groups that partners are in, as the options of a select. */
export const useGroupOptions = () => {
  const { data = [] } = usePartnerGroups()
  return data.map((group) => [group, group] as const)
}
