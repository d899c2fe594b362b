import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { listTeam } from '#contract/chat/inbox.ts'
import { getPartner } from '#contract/partners/partners.ts'
import { listPartnerGroups } from '#contract/users/users.ts'

/** A partner with its user, for staff; nothing is read while none is chosen. */
export const usePartner = (partnerId: string | null) =>
  useQuery({
    // Not empty: that would be the key of the list of all partners.
    ...readOf(getPartner, { params: { partnerId: partnerId ?? 'none' } }),
    enabled: partnerId !== null,
  })

/** For staff: the members of the team, by name. */
export const useTeam = () => useQuery(readOf(listTeam))

/** For staff: the groups that partners are in. */
export const usePartnerGroups = () => useQuery(readOf(listPartnerGroups))
