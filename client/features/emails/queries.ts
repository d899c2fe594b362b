import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageOf, readOf } from '#client/lib/query-client.ts'
import { getEmail, listEmails } from '#contract/emails.ts'

export const pageSize = 20

/** A page of the emails, the latest first. */
export const useEmails = (query: Record<string, string>, page: number) =>
  useQuery({
    ...pageOf(listEmails, { query: { ...query, page: String(page), limit: String(pageSize) } }),
    placeholderData: keepPreviousData,
  })

export const useEmail = (id: string) => useQuery(readOf(getEmail, { params: { id } }))
