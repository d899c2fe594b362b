import { MessagesSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { personName } from '#client/domain/person-name.ts'
import { useResponsibleOptions } from '#client/domain/queries.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { useSelection } from '#client/lib/selection.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Select } from '#client/ui/field.tsx'
import { SelectionBar } from '#client/ui/select-rows.tsx'
import { isId } from '#contract/ids.ts'
import { limits, maxSelectedConversations } from '#contract/limits.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { ConversationList } from '../conversation-list.tsx'
import { useChat } from '../use-chat.ts'
import { useChangeConversations } from './mutations.ts'
import { OpenedConversation } from './opened-conversation.tsx'
import { useLabels } from './queries.ts'
import { SelectionActions } from './selection-actions.tsx'
import { SnoozeConversations } from './snooze-dialog.tsx'

const filters = {
  open: { label: 'Open', empty: 'No open conversations' },
  mine: { label: 'Assigned to me', empty: 'No conversations assigned to you' },
  unassigned: { label: 'Unassigned', empty: 'No unassigned conversations' },
  waiting_for_us: { label: 'Waiting for us', empty: 'No conversations waiting for us' },
  waiting_for_partner: {
    label: 'Waiting for the partner',
    empty: 'No conversations waiting for the partner',
  },
  snoozed: { label: 'Snoozed', empty: 'No snoozed conversations' },
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
    manager: get('manager') === 'me' ? 'me' : '',
    labelId: isId(get('label')) ? get('label') : '',
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
  const { data: labels = [] } = useLabels()
  const { value: openedId, linkTo, exchange, close } = useAddressDialog('conversation')
  const { order: _order, ...listed } = view
  const selection = useSelection(JSON.stringify(listed), maxSelectedConversations)
  const change = useChangeConversations()
  const openDialog = useOpenDialog()
  // The conversation that the user chose in the list takes the focus; one that only the address names does not.
  const [chosenId, setChosenId] = useState<string | null>(null)

  useEffect(() => open(openedId), [open, openedId])

  const filterBar = (
    <div className="grid grid-cols-2 items-center gap-2">
      <Select
        aria-label="Show"
        className="col-span-2"
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
      <Select
        aria-label="Label"
        value={view.labelId}
        onChange={({ target }) => address.change({ label: target.value })}
      >
        <option value="">Any label</option>
        {labels.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {view.filter !== 'snoozed' && (
        <Checkbox
          label={<span className="text-13">Unread first</span>}
          checked={view.order === 'unread'}
          onChange={({ target }) => address.change({ order: target.checked ? 'unread' : null })}
        />
      )}
      <Checkbox
        label={<span className="text-13">My partners</span>}
        checked={view.manager === 'me'}
        onChange={({ target }) => address.change({ manager: target.checked ? 'me' : null })}
      />
    </div>
  )

  return (
    <section
      aria-label="Inbox"
      className={classNames(
        'grid grid-cols-1 overflow-clip rounded-card border border-line bg-surface',
        // The subtracted heights are those of the content above and of the bar below, so that the page itself does not scroll.
        'sm:h-[calc(100dvh-13rem-var(--bottom-bar))] sm:min-h-120 sm:grid-cols-[18rem_minmax(0,1fr)] sm:divide-x sm:divide-line',
        'lg:h-[calc(100dvh-7.75rem)] xl:grid-cols-[20rem_minmax(0,1fr)_17rem]',
      )}
    >
      <div className={classNames('flex min-h-0 min-w-0 flex-col', openedId && 'max-sm:hidden')}>
        <ConversationList
          chat={chat}
          query={view}
          onSearch={(search) => address.change({ search }, { replace: true })}
          controls={(rows) => (
            <SelectionBar
              selection={selection}
              shown={rows}
              className="max-md:-ml-2"
              actions={<SelectionActions {...{ selection, change }} shown={rows} />}
            >
              {filterBar}
            </SelectionBar>
          )}
          selection={selection}
          onMoveOpen={(id) => {
            setChosenId(null)
            exchange(id)
          }}
          keys={{
            e: (row) => change.mutate({ rows: [row], change: { closed: true } }),
            s: (row) =>
              openDialog((opening) => (
                <SnoozeConversations {...opening} rows={[row]} what={personName(row)} />
              )),
          }}
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
