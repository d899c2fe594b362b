import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readOf, snapshotOf } from '#client/lib/query-client.ts'
import { getErasure } from '#contract/users/erasure.ts'
import type { Role } from '#contract/users/roles.ts'
import { listUsers } from '#contract/users/users.ts'

/** Set by the specification. */
export const pageSize = 10

/** Empty where all are listed. */
export type UserFilter = {
  search: string
  role: Role | ''
  group: string
  profile: 'has' | 'none' | 'invited' | ''
}

export const useUsers = ({ search, role, group, profile }: UserFilter, page: number) =>
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
    select: ({ users, total }) => ({ rows: users, total }),
    placeholderData: keepPreviousData,
  })

/** What erasing a user would delete and keep. */
export const useErasure = (userId: string) => useQuery(snapshotOf(getErasure, { params: { userId } }))
