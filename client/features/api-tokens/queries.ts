import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { listApiTokens } from '#contract/api-tokens.ts'

/** The API tokens of the portal. */
export const useApiTokens = () => useQuery(readOf(listApiTokens))
