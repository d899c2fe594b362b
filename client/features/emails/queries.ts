import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'

export const useEmail = (id: string) => useQuery(readOf('/api/admin/emails/:id', { params: { id } }))
