import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { type MembersPartner, membersOf } from './calls.ts'

export const ownMembers = readOf('/api/partner/members')
export const ownInvitations = readOf('/api/partner/invitations')

/** Reads the people of a partner and the open invitations. */
export const useMembers = (partner: MembersPartner) => useQuery(membersOf(partner).list)

/** Reads the people of the own partner; only the owner and members who may sign can read them. */
export const useOwnMembers = (enabled: boolean) => useQuery({ ...ownMembers, enabled })

/** Reads the user's own open invitations. */
export const useInvitations = () => useQuery(ownInvitations)
