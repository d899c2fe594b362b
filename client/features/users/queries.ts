import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { getUser, listPartnerGroups, listUsers } from '#contract/users/users.ts'
import type { UsersView } from './users-view.ts'

/** The table's, by the specification. */
export const pageSize = 10

export const useUsers = ({ search, role, group, profile, page }: UsersView) =>
  useQuery({
    ...readOf(listUsers, {
      query: {
        search,
        // Left out where it is empty.
        ...(role && { role }),
        ...(profile && { profile }),
        partnerGroup: group,
        page: String(page),
        limit: String(pageSize),
      },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: true,
  })

export const useGroups = () => useQuery({ ...readOf(listPartnerGroups), refetchOnMount: true })

/** A user as they are now. */
export const readUser = (client: QueryClient, userId: string) =>
  client.fetchQuery({ ...readOf(getUser, { params: { userId } }), staleTime: 0 })
