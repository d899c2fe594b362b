import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { listPartnerGroups, listUsers } from '#contract/users/users.ts'
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
  })

export const useGroups = () => useQuery(readOf(listPartnerGroups))
