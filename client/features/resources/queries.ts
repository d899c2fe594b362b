import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { listResources } from '#contract/resources.ts'

/** All files that the reader may see: few enough to come at once, so that changing the category is instant. */
export const useResources = () =>
  // Who comes back after a while finds what was added meanwhile.
  useQuery({ ...readOf(listResources), refetchOnMount: true })
