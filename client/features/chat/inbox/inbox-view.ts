import type { conversationFilters, conversationOrders } from '#contract/chat/inbox.ts'
import { limits } from '#contract/fields.ts'

export type InboxFilter = Exclude<(typeof conversationFilters)[number], 'all'>

/** Which conversations are listed, and in which order. */
export interface InboxView {
  filter: InboxFilter
  order: (typeof conversationOrders)[number]
  search: string
}

/** By the name in the address, which leaves out the first one. */
export const filterLabels: Record<InboxFilter, string> = {
  open: 'Open',
  mine: 'Assigned to me',
  unassigned: 'Unassigned',
  closed: 'Closed',
}

const filters = Object.keys(filterLabels) as InboxFilter[]

/** The view of an address. Unknown values count as left out. */
export const readInboxView = (get: (name: string) => string): InboxView => ({
  filter: filters.find((filter) => filter === get('show')) ?? 'open',
  order: get('order') === 'unread' ? 'unread' : 'newest',
  search: get('search').slice(0, limits.name),
})

/** The index of the row that a key moves the focus to; undefined for other keys and beyond the ends. */
export const nextRowIndex = (key: string, from: number, count: number): number | undefined => {
  const targets = new Map([
    ['ArrowDown', from + 1],
    ['ArrowUp', from - 1],
    ['Home', 0],
    ['End', count - 1],
  ])
  const to = targets.get(key) ?? -1
  return to >= 0 && to < count ? to : undefined
}
