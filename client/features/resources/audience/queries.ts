import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import { listPartners } from '#contract/partners/partners.ts'
import { countAudience } from '#contract/resources/resources.ts'
import { type Audience, audienceProblems, sentAudience, usesPartners } from '../editing/audience/audience.ts'

/** Everybody who can be chosen, by name. */
export const usePartnerChoices = () => useQuery(readOf(listPartners))

/** How many partners there are, and which groups. */
export const useGroups = () => useQuery({ ...readOf(countAudience), ...notInEventStream })

// Somebody who chooses several partners in a row is asked for after the last of them.
const restMillis = 300

/** How many partners see what has this audience; undefined while that is not known, or nobody is chosen yet. */
export const useAudienceCount = (audience: Audience): number | undefined => {
  const groups = useGroups()
  const { assignedGroup, assignedPartnerIds } = sentAudience(audience)
  const partners = useDebouncedValue(assignedPartnerIds.join(','), restMillis)
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
