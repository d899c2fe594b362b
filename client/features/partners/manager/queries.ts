import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'

export const ownManager = readOf('/api/partner/manager')

/** Reads the partner manager of the partner; null if there is none. */
export const useOwnManager = () => useQuery(ownManager)
