import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import { listResourceDownloads, listResourceVersions } from '#contract/resources/resources.ts'

// Who looks again wants what happened meanwhile.
const refetchOnMount = 'always'

/** The one in use first. */
export const useFileVersions = (id: string) =>
  useQuery({ ...readOf(listResourceVersions, { params: { id } }), refetchOnMount })

/** The latest first, with how many there are in all. */
export const useFileDownloads = (id: string) =>
  useInfiniteQuery({
    ...pagesOf(listResourceDownloads, { params: { id }, query: { limit: '20' } }),
    refetchOnMount,
  })
