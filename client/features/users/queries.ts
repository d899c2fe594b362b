import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { listPartnerGroups, listUsers } from '#contract/users/users.ts'
import type { UsersView } from './user-filters.tsx'

/** Set by the specification. */
export const pageSize = 10

export const useUsers = ({ search, role, group, profile, page }: UsersView) =>
  useQuery({
    ...readOf(listUsers, {
      query: {
        search,
        ...(role && { role }),
        ...(profile && { profile }),
        partnerGroup: group,
        page: String(page),
        limit: String(pageSize),
      },
    }),
    placeholderData: keepPreviousData,
  })

export const usePartnerGroups = () => useQuery(readOf(listPartnerGroups))
