import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { notInEventStream, pagesOf, readOf, snapshotOf } from '#client/lib/query-client.ts'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import { listPartners } from '#contract/partners/partners.ts'
import {
  countAudience,
  getResource,
  listResourceDownloads,
  listResourceVersions,
} from '#contract/resources/resources.ts'
import { type Audience, audienceProblems, sentAudience, usesPartners } from './audience.ts'

/** A file to fill a form from. */
export const useFileSnapshot = (id: string) => useQuery(snapshotOf(getResource, { params: { id } }))

/** The current version first. */
export const useFileVersions = (id: string) => useQuery(readOf(listResourceVersions, { params: { id } }))

/** The latest first, with how many there are in all. */
export const useFileDownloads = (id: string) =>
  useInfiniteQuery({
    ...pagesOf(listResourceDownloads, { params: { id }, query: { limit: '20' } }),
    ...notInEventStream,
  })

/** All partners to choose from, by name. */
export const usePartnerChoices = () => useQuery(readOf(listPartners))

/** How many partners there are, and which groups. */
export const useGroups = () => useQuery({ ...readOf(countAudience), ...notInEventStream })

// Several partners chosen in a row are counted once.
const delayMs = 300

/** How many partners an audience has; undefined while that is unknown or nothing is chosen yet. */
export const useAudienceCount = (audience: Audience): number | undefined => {
  const groups = useGroups()
  const { assignedGroup, assignedPartnerIds } = sentAudience(audience)
  const partners = useDebouncedValue(assignedPartnerIds.join(','), delayMs)
  const byIds = usesPartners(audience) && partners !== ''
  const counted = useQuery({
    ...readOf(countAudience, { query: { partners, group: assignedGroup } }),
    enabled: byIds,
    placeholderData: keepPreviousData,
  })
  if (Object.keys(audienceProblems(audience)).length > 0) return undefined
  if (audience.kind === 'everyone') return groups.data?.partners
  if (byIds) return counted.data?.partners
  if (!groups.data || assignedPartnerIds.length > 0) return undefined
  return groups.data.groups.find(({ name }) => name === assignedGroup)?.partners ?? 0
}
