import type { conversationFilters, conversationOrders } from '#contract/chat/inbox.ts'
import { limits } from '#contract/fields.ts'

export type InboxFilter = Exclude<(typeof conversationFilters)[number], 'all'>

/** Which conversations are listed, and in which order. */
export interface InboxView {
  filter: InboxFilter
  order: (typeof conversationOrders)[number]
  search: string
}

/** By the name in the address; the first one goes without. */
export const filterLabels: Record<InboxFilter, string> = {
  open: 'Open',
  mine: 'Assigned to me',
  unassigned: 'Unassigned',
  closed: 'Closed',
}

const filters = Object.keys(filterLabels) as InboxFilter[]

/** What an address asks for; what is not known in it counts as left out. */
export const readInboxView = (get: (name: string) => string): InboxView => ({
  filter: filters.find((filter) => filter === get('show')) ?? 'open',
  order: get('order') === 'unread' ? 'unread' : 'newest',
  search: get('search').slice(0, limits.name),
})

/** Which row of a list a key leads to from the one that has the focus; undefined where it leads to none. */
export const rowFor = (key: string, from: number, count: number): number | undefined => {
  const steps = new Map([
    ['ArrowDown', from + 1],
    ['ArrowUp', from - 1],
    ['Home', 0],
    ['End', count - 1],
  ])
  const to = steps.get(key) ?? -1
  return to >= 0 && to < count ? to : undefined
}
