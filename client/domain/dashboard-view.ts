import { useLocation, useSearch } from 'wouter'

/** What staff look at. It stands in the address, so that reload, Back and a shared link keep it. */
export type DashboardView = {
  /** The id of the partner chosen; null for all of them. */
  partnerId: string | null
  /** Which tasks of all partners: the newest, or those whose day has passed. */
  tasks: 'all' | 'overdue'
  /** Of the overdue tasks. */
  page: number
}

/** What an address asks for; what is not known in it counts as left out. */
export const readView = (query: string): DashboardView => {
  const asked = new URLSearchParams(query)
  const partnerId = asked.get('partner') || null
  const overdue = !partnerId && asked.get('tasks') === 'overdue'
  const page = asked.get('page') ?? ''
  return {
    partnerId,
    tasks: overdue ? 'overdue' : 'all',
    page: overdue && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** On the path that the dashboard is on: it has two. */
export const addressOf = (path: string, { partnerId, tasks, page }: DashboardView): string => {
  const query = new URLSearchParams()
  if (partnerId) query.set('partner', partnerId)
  else if (tasks === 'overdue') {
    query.set('tasks', tasks)
    if (page > 1) query.set('page', String(page))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

export const allPartners: DashboardView = { partnerId: null, tasks: 'all', page: 1 }

export const useDashboardView = () => {
  const [path, navigate] = useLocation()
  const view = readView(useSearch())
  return {
    view,
    address: (change: Partial<DashboardView>) => addressOf(path, { ...view, ...change }),
    /** Is a step that Back takes back. */
    choosePartner: (partnerId: string | null) => navigate(addressOf(path, { ...allPartners, partnerId })),
  }
}
