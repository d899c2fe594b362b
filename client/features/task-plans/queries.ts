import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageOf, readOf } from '#client/lib/query-client.ts'
import { getTaskSeries, listTaskSeries } from '#contract/task-plans/series.ts'
import { countTaskSetPartners, getTaskSet, listTaskSets } from '#contract/task-plans/sets.ts'
import { getTaskTemplate, listTaskTemplates } from '#contract/task-plans/templates.ts'

export const plansPageSize = 25

type Shown = { search: string; page: number }

const pageQuery = ({ search, page }: Shown) => ({ search, page: String(page), limit: String(plansPageSize) })

/** A page of the recurring tasks, the newest first. */
export const useSeriesPage = (shown: Shown) =>
  useQuery({ ...pageOf(listTaskSeries, { query: pageQuery(shown) }), placeholderData: keepPreviousData })

/** A page of the templates, by name. */
export const useTemplatesPage = (shown: Shown) =>
  useQuery({ ...pageOf(listTaskTemplates, { query: pageQuery(shown) }), placeholderData: keepPreviousData })

/** A page of the sets, by name. */
export const useSetsPage = (shown: Shown) =>
  useQuery({ ...pageOf(listTaskSets, { query: pageQuery(shown) }), placeholderData: keepPreviousData })

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

/** How many partners of an audience there are, and how many were given the set before; nothing while none is chosen. */
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
