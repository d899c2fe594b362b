import type { ComponentProps, ReactNode } from 'react'
import { useAddressView } from '#client/lib/address-view.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Select } from '#client/ui/select.tsx'
import { limits } from '#contract/fields.ts'
import { ConversationList } from '../conversation-list.tsx'

const filters = {
  open: { label: 'Open', empty: 'No open conversations' },
  mine: { label: 'Assigned to me', empty: 'No conversations assigned to you' },
  unassigned: { label: 'Unassigned', empty: 'No unassigned conversations' },
  closed: { label: 'Closed', empty: 'No closed conversations' },
}

const isFilter = (name: string): name is keyof typeof filters => Object.hasOwn(filters, name)

/** Which conversations an address lists, and in which order. Unknown values count as left out. */
export const readInboxView = (get: (name: string) => string) => {
  const show = get('show')
  return {
    filter: isFilter(show) ? show : 'open',
    order: get('order') === 'unread' ? 'unread' : 'newest',
    search: get('search').slice(0, limits.name),
  } as const
}

type InboxListProps = Omit<ComponentProps<typeof ConversationList>, 'query' | 'onSearch' | 'controls'> & {
  /** More buttons. */
  actions: ReactNode
}

/** The list of conversations. Its filter, order and search are in the address. */
export function InboxList({ actions, ...list }: InboxListProps) {
  const address = useAddressView()
  const view = readInboxView(address.get)
  return (
    <ConversationList
      {...list}
      query={view}
      emptyLine={filters[view.filter].empty}
      onSearch={(search) => address.change({ search }, { replace: true })}
      controls={
        <>
          <div className="flex gap-2">
            <Select
              aria-label="Show"
              value={view.filter}
              onChange={({ target }) =>
                address.change({ show: target.value === 'open' ? null : target.value })
              }
              className="min-w-0 flex-1"
            >
              {Object.entries(filters).map(([filter, { label }]) => (
                <option key={filter} value={filter}>
                  {label}
                </option>
              ))}
            </Select>
            {actions}
          </div>
          <Checkbox
            label={<span className="text-13">Unread first</span>}
            checked={view.order === 'unread'}
            onChange={({ target }) => address.change({ order: target.checked ? 'unread' : null })}
          />
        </>
      }
    />
  )
}
