import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { getEmail } from '#contract/emails.ts'

export const useEmail = (id: string) => useQuery(readOf(getEmail, { params: { id } }))
