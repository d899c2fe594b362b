import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'

/** The read of what came of an activation. */
export const recapOf = (id: string) => readOf('/api/activations/:id/recap', { params: { id } })

export const useRecap = (id: string, enabled = true) => useQuery({ ...recapOf(id), enabled })
