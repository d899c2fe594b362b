import { useQuery } from '@tanstack/react-query'
import { snapshotOf } from '#client/lib/query-client.ts'

/** Returns what erasing a user would delete and what it would keep. */
export const useErasure = (userId: string) =>
  useQuery(snapshotOf('/api/admin/users/:userId/erasure', { params: { userId } }))
