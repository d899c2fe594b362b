import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { maxPartnersInQuery } from '#contract/limits.ts'

/** All templates, to choose from. */
export const useTemplates = () => useQuery(readOf('/api/admin/task-templates'))

/** A recurring task; null for a new one. */
export const useSeries = (id: string) => {
  const query = useQuery({
    ...readOf('/api/admin/task-series/:id', { params: { id } }),
    enabled: id !== 'new',
  })
  return id === 'new' ? null : query
}

/** A template; null for a new one. */
export const useTemplate = (id: string) => {
  const query = useQuery({
    ...readOf('/api/admin/task-templates/:id', { params: { id } }),
    enabled: id !== 'new',
  })
  return id === 'new' ? null : query
}

/** A set; null for a new one. */
export const useSet = (id: string) => {
  const query = useQuery({ ...readOf('/api/admin/task-sets/:id', { params: { id } }), enabled: id !== 'new' })
  return id === 'new' ? null : query
}

/** Reads how many partners an audience has, and how many of them were given the set before. Reads nothing without an audience. */
export const useSetAudience = (
  id: string,
  audience: { assignedPartnerIds: string[]; assignedGroup: string | null } | undefined,
) =>
  useQuery({
    ...readOf('/api/admin/task-sets/:id/audience', {
      params: { id },
      query: { partners: audience?.assignedPartnerIds.join(',') ?? '', group: audience?.assignedGroup ?? '' },
    }),
    // The ids of more partners do not fit into a URL.
    enabled: audience !== undefined && audience.assignedPartnerIds.length <= maxPartnersInQuery,
  })
