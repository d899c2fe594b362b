import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { notInEventStream, pagesOf, readOf } from '#client/lib/query-client.ts'
import { listResourceDownloads, listResourceVersions } from '#contract/resources/resources.ts'

/** The one in use first. */
export const useFileVersions = (id: string) => useQuery(readOf(listResourceVersions, { params: { id } }))

/** The latest first, with how many there are in all. */
export const useFileDownloads = (id: string) =>
  useInfiniteQuery({
    ...pagesOf(listResourceDownloads, { params: { id }, query: { limit: '20' } }),
    ...notInEventStream,
  })
