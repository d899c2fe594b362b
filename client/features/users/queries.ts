import { useQuery } from '@tanstack/react-query'
import { snapshotOf } from '#client/lib/query-client.ts'
import { getErasure } from '#contract/users/erasure.ts'

/** Returns what erasing a user would delete and what it would keep. */
export const useErasure = (userId: string) => useQuery(snapshotOf(getErasure, { params: { userId } }))
