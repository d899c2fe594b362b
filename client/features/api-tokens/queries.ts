import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'

/** The API tokens of the portal. */
export const useApiTokens = () => useQuery(readOf('/api/admin/api-tokens'))
