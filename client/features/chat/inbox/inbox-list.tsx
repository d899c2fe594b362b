import MessagesSquare from 'lucide-react/icons/messages-square'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type AddressView, useAddressView } from '#client/lib/address-view.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Select } from '#client/ui/select.tsx'
import { limits } from '#contract/fields.ts'
import { useConversations } from '../queries.ts'
import { InboxRows, type InboxRowsProps, RowSkeletons } from './inbox-rows.tsx'
import { filterLabels, type InboxView, readInboxView } from './inbox-view.ts'

/** The list of conversations. Its filter, order and search are in the address. */
export function InboxList({ actions, ...props }: Omit<InboxRowsProps, 'rows'> & { actions: ReactNode }) {
  const address = useAddressView()
  const view = readInboxView(address.get)
  const conversations = useConversations({ ...view })
  return (
    <div className={classNames('flex min-h-0 min-w-0 flex-col', props.openedId && 'max-sm:hidden')}>
      <InboxControls address={address} view={view} actions={actions} />
      <div
        className={classNames(
          'min-h-0 flex-1 overflow-y-auto overscroll-contain',
          conversations.isPlaceholderData && 'opacity-60 transition-opacity',
        )}
      >
        <QueryState
          query={conversations}
          loading={<RowSkeletons />}
          failure={{ title: 'The conversations cannot be loaded' }}
          failureClassName="p-3"
          empty={{
            when: (rows) => rows.length === 0,
            show: <NoRows view={view} clearHref={address.with({ search: null })} />,
          }}
        >
          {(rows) => <InboxRows rows={rows} {...props} />}
        </QueryState>
        {conversations.hasNextPage && (
          <div className="p-3 text-center">
            <Button
              size="small"
              pending={conversations.isFetchingNextPage}
              onClick={() => conversations.fetchNextPage()}
            >
              Show more
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

type InboxControlsProps = { address: AddressView; view: InboxView; actions: ReactNode }

function InboxControls({ address, view, actions }: InboxControlsProps) {
  return (
    <div className="grid grid-cols-1 gap-2 border-line border-b p-3">
      <SearchField
        label="Search conversations"
        placeholder="Search names and messages"
        maxLength={limits.name}
        value={view.search}
        onSearch={(search) => address.change({ search }, { replace: true })}
      />
      <div className="flex gap-2">
        <Select
          aria-label="Show"
          value={view.filter}
          onChange={({ target }) => address.change({ show: target.value === 'open' ? null : target.value })}
          className="min-w-0 flex-1"
        >
          {Object.entries(filterLabels).map(([filter, label]) => (
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
    </div>
  )
}

const emptyLines = {
  open: 'No open conversations',
  mine: 'Nothing is assigned to you',
  unassigned: 'Every open conversation is assigned',
  closed: 'No closed conversations',
}

function NoRows({ view: { filter, search }, clearHref }: { view: InboxView; clearHref: string }) {
  return (
    <EmptyState
      icon={MessagesSquare}
      line={search ? 'No matching conversations' : emptyLines[filter]}
      action={
        search && (
          <Button asChild>
            <Link href={clearHref}>Clear the search</Link>
          </Button>
        )
      }
    />
  )
}
