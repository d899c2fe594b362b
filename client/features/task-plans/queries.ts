import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { getTaskSeries } from '#contract/task-plans/series.ts'
import { countTaskSetPartners, getTaskSet } from '#contract/task-plans/sets.ts'
import { getTaskTemplate, listTaskTemplates } from '#contract/task-plans/templates.ts'

/** All templates, to choose from. */
export const useTemplates = () => useQuery(readOf(listTaskTemplates))

/** A recurring task; null for a new one. */
export const useSeries = (id: string) => {
  const query = useQuery({ ...readOf(getTaskSeries, { params: { id } }), enabled: id !== 'new' })
  return id === 'new' ? null : query
}

/** A template; null for a new one. */
export const useTemplate = (id: string) => {
  const query = useQuery({ ...readOf(getTaskTemplate, { params: { id } }), enabled: id !== 'new' })
  return id === 'new' ? null : query
}

/** A set; null for a new one. */
export const useSet = (id: string) => {
  const query = useQuery({ ...readOf(getTaskSet, { params: { id } }), enabled: id !== 'new' })
  return id === 'new' ? null : query
}

/** Reads how many partners an audience has, and how many of them were given the set before. Reads nothing without an audience. */
export const useSetAudience = (
  id: string,
  audience: { assignedPartnerIds: string[]; assignedGroup: string | null } | undefined,
) =>
  useQuery({
    ...readOf(countTaskSetPartners, {
      params: { id },
      query: { partners: audience?.assignedPartnerIds.join(',') ?? '', group: audience?.assignedGroup ?? '' },
    }),
    enabled: audience !== undefined,
  })
