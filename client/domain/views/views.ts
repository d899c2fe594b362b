import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import type { SavedView } from '#contract/views.ts'

/** The saved views of the table of partners that the reader sees. */
export const savedViews = readOf('/api/admin/views')

export const useViews = () => useQuery(savedViews)

const minuteMs = 60_000

/** Reads how many partners each view has. No change of a partner is announced, so the numbers are read again each minute. */
export const useViewCounts = () =>
  useQuery({ ...readOf('/api/admin/views/counts'), staleTime: minuteMs, refetchInterval: minuteMs }).data

/** The state of the table of partners: the filters as in its query, the order, and the columns if the address names them. */
export type ShownView = Pick<SavedView, 'filter' | 'sort' | 'columns'>

/** Returns the address of the table of partners as a view shows it. */
export const addressOfView = ({ id, filter, sort, columns }: ShownView & { id: string }) =>
  `/admin?${new URLSearchParams({
    tab: 'partners',
    view: id,
    ...filter,
    ...(sort !== '-created' && { sort }),
    ...(columns && { columns }),
  })}`

const comparable = ({ filter, sort, columns }: ShownView) =>
  JSON.stringify([Object.entries(filter).sort(([one], [other]) => (one < other ? -1 : 1)), sort, columns])

/** Returns whether the table shows something else than a view. */
export const isChanged = (view: ShownView, shown: ShownView) => comparable(view) !== comparable(shown)
