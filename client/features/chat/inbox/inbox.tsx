import { MessagesSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useResponsibleOptions } from '#client/domain/queries.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Select } from '#client/ui/field.tsx'
import { isId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { ConversationList } from '../conversation-list.tsx'
import { useChat } from '../use-chat.ts'
import { OpenedConversation } from './opened-conversation.tsx'

const filters = {
  open: { label: 'Open', empty: 'No open conversations' },
  mine: { label: 'Assigned to me', empty: 'No conversations assigned to you' },
  unassigned: { label: 'Unassigned', empty: 'No unassigned conversations' },
  closed: { label: 'Closed', empty: 'No closed conversations' },
}

const isFilter = (name: string): name is keyof typeof filters => Object.hasOwn(filters, name)

/** Reads from the address which conversations are listed, and in which order. Unknown values are ignored. */
export const readInboxView = (get: (name: string) => string) => {
  const show = get('show')
  return {
    filter: isFilter(show) ? show : 'open',
    order: get('order') === 'unread' ? 'unread' : 'newest',
    search: get('search').slice(0, limits.name),
    // The filters `mine` and `unassigned` already say whose conversations are listed, so a colleague in the address is ignored.
    assignedTo: ['mine', 'unassigned'].includes(show) || !isId(get('of')) ? '' : get('of'),
  } as const
}

/**
 * The list, the open conversation, and the summary of its partner; a phone shows one of them at a time. The filter, order and search of
 * the list are in the address.
 */
export default function Inbox({ user }: { user: CurrentUser }) {
  const chat = useChat(user)
  const { open } = chat
  const address = useAddressView()
  const view = readInboxView(address.get)
  const responsible = useResponsibleOptions()
  const { value: openedId, linkTo, close } = useAddressDialog('conversation')
  // The conversation that the user chose in the list takes the focus; one that only the address names does not.
  const [chosenId, setChosenId] = useState<string | null>(null)

  useEffect(() => open(openedId), [open, openedId])

  const controls = (
    <>
      <Select
        aria-label="Show"
        value={view.filter}
        onChange={({ target }) =>
          address.change({
            show: target.value === 'open' ? null : target.value,
            ...(['mine', 'unassigned'].includes(target.value) && { of: null }),
          })
        }
      >
        {Object.entries(filters).map(([filter, { label }]) => (
          <option key={filter} value={filter}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Assigned to"
        value={view.assignedTo}
        onChange={({ target }) =>
          address.change({
            of: target.value,
            ...(['mine', 'unassigned'].includes(view.filter) && { show: null }),
          })
        }
      >
        <option value="">Anyone</option>
        {responsible.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Checkbox
        label={<span className="text-13">Unread first</span>}
        checked={view.order === 'unread'}
        onChange={({ target }) => address.change({ order: target.checked ? 'unread' : null })}
      />
    </>
  )

  return (
    <section
      aria-label="Inbox"
      className={classNames(
        'grid grid-cols-1 overflow-clip rounded-card border border-line bg-surface',
        // The subtracted heights are those of the content above and of the bar below, so that the page itself does not scroll.
        'sm:h-[calc(100dvh-13rem-var(--bottom-bar))] sm:min-h-120 sm:grid-cols-[16rem_minmax(0,1fr)] sm:divide-x sm:divide-line',
        'lg:h-[calc(100dvh-8.75rem)] xl:grid-cols-[17rem_minmax(0,1fr)_17rem]',
      )}
    >
      <div className={classNames('flex min-h-0 min-w-0 flex-col', openedId && 'max-sm:hidden')}>
        <ConversationList
          chat={chat}
          query={view}
          onSearch={(search) => address.change({ search }, { replace: true })}
          controls={controls}
          emptyLine={filters[view.filter].empty}
          linkTo={linkTo}
          openedId={openedId}
          onChoose={(row) => setChosenId(row.id)}
        />
      </div>
      {openedId ? (
        <OpenedConversation
          key={openedId}
          chat={chat}
          id={openedId}
          takesFocus={chosenId === openedId}
          onBack={close}
        />
      ) : (
        <div className="grid place-items-center bg-raised max-sm:hidden xl:col-span-2">
          <EmptyState icon={MessagesSquare} line="Choose a conversation" />
        </div>
      )}
    </section>
  )
}
