import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { initials, personName } from '#client/domain/person-name.ts'
import type { useAddressDialog } from '#client/lib/address-dialog.ts'
import { formatDate, formatDateTime, formatTime } from '#client/lib/format.ts'
import type { LeavingRow } from '#client/lib/leaving-rows.ts'
import { pagesOf } from '#client/lib/query-client.ts'
import type { Selection } from '#client/lib/selection.ts'
import { useRowKeys } from '#client/lib/use-row-keys.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LeavingNote, useLeavingRows } from '#client/ui/leaving-rows.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { SelectRow } from '#client/ui/select-rows.tsx'
import type { ChatConversation, listConversations } from '#contract/chat/inbox.ts'
import type { Sent } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { LabelNames } from './label-names.tsx'
import type { Chat } from './use-chat.ts'

type RowsProps = {
  chat: Chat
  onChoose: (row: ChatConversation) => void
  /** Returns the props of a row that is a link; without this function, rows are buttons. */
  linkTo?: ReturnType<typeof useAddressDialog>['linkTo']
  openedId?: string | null
  /** Opens another conversation in place of the open one, without moving the focus to it. */
  onMoveOpen?: (id: string) => void
  /** The selected rows, in a list whose rows can be selected. */
  selection?: Selection
  /** What further keys do with a row. */
  keys?: { [key: string]: (row: ChatConversation) => void }
}

type ConversationListProps = RowsProps & {
  query: NonNullable<Sent<typeof listConversations, 'query'>>
  onSearch: (search: string) => void
  /** Returns more controls for the rows, shown below the search. */
  controls?: (rows: ChatConversation[]) => ReactNode
  emptyLine?: string
}

/** The conversations of all partners, with their search. */
export function ConversationList(props: ConversationListProps) {
  const { query, onSearch, controls, emptyLine = 'No conversations yet', ...rows } = props
  const conversations = useInfiniteQuery({
    ...pagesOf('/api/chat/conversations', { query }),
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap((page) => page.rows),
  })
  const { rows: shown, leavingOf } = useLeavingRows(conversations.data, {
    list: JSON.stringify(query),
    isStale: conversations.isPlaceholderData,
  })
  return (
    <>
      <div
        className={classNames(
          'grid grid-cols-1 gap-2 border-line border-b p-3',
          // On a phone the page scrolls, and the actions on the selected rows stay in sight.
          rows.selection &&
            rows.selection.ids.length > 0 &&
            'max-sm:sticky max-sm:top-(--header) max-sm:z-10 max-sm:bg-surface',
        )}
      >
        <SearchField
          label="Search conversations"
          placeholder="Search conversations"
          maxLength={limits.name}
          value={query.search ?? ''}
          onSearch={onSearch}
        />
        {controls?.(conversations.data ?? [])}
      </div>
      <div
        className={classNames(
          'min-h-0 flex-1 overflow-y-auto overscroll-contain',
          conversations.isPlaceholderData && 'opacity-60 transition-opacity',
        )}
      >
        <QueryState
          query={{ ...conversations, data: shown }}
          loading={[1, 2, 3, 4, 5].map((row) => (
            <div key={row} className="flex h-19 items-center gap-3 border-line border-b px-4">
              <Skeleton className="size-8 rounded-full" />
              <Skeleton className="h-8 flex-1" />
            </div>
          ))}
          failure={{ title: 'The conversations could not be loaded' }}
          failureClassName="p-3"
          empty={{
            when: (found) => found.length === 0,
            show: (
              <EmptyState
                icon={MessagesSquare}
                line={query.search ? 'No matching conversations' : emptyLine}
                action={query.search && <Button onClick={() => onSearch('')}>Clear the search</Button>}
              />
            ),
          }}
        >
          {(found) => <Rows {...rows} rows={found} leavingOf={leavingOf} />}
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
    </>
  )
}

/** The rows of the list. The Tab key reaches only one of them, and the arrow keys move between them. */
type ShownRows = { rows: ChatConversation[]; leavingOf: (row: ChatConversation) => LeavingRow | undefined }

function Rows(props: RowsProps & ShownRows) {
  const { chat, rows, leavingOf, openedId, linkTo, onChoose, onMoveOpen, selection, keys = {} } = props
  const actions = Object.entries(keys).map(([key, act]) => {
    const actOn = (id: string) => rows.filter((row) => row.id === id && !leavingOf(row)).forEach(act)
    return [key, actOn] as const
  })
  const listRef = useRef<HTMLUListElement>(null)
  const page = rows.map(({ id }) => id)
  const toggle = (id: string) => selection?.toggle(id, page)
  useRowKeys(listRef, {
    keys: { ...(selection && { x: toggle }), ...Object.fromEntries(actions) },
    ...(onMoveOpen && { onMoveOpen }),
  })
  const [focusedId, setFocusedId] = useState(openedId)
  const focused = rows.find(({ id }) => id === focusedId) ?? rows.find(({ id }) => id === openedId)
  const tabStopId = (focused ?? rows[0])?.id

  // On a phone, closing a conversation shows the list again, and the focus returns to its row.
  const formerIdRef = useRef(openedId)
  useEffect(() => {
    const former = formerIdRef.current
    formerIdRef.current = openedId
    if (openedId || !former || document.activeElement !== document.body) return
    listRef.current?.querySelector<HTMLElement>(`[data-conversation="${former}"]`)?.focus()
  }, [openedId])

  const handleKeyDown = (event: KeyboardEvent) => {
    const elements = [...(listRef.current?.querySelectorAll<HTMLElement>('[data-conversation]') ?? [])]
    const from = elements.findIndex((element) => element.closest('li')?.contains(document.activeElement))
    const targets = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: elements.length - 1 }
    const to = targets[event.key as keyof typeof targets]
    if (from < 0 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    elements[to]?.focus()
  }

  return (
    <ul
      ref={listRef}
      data-row-keys
      aria-label="Conversations"
      onKeyDown={handleKeyDown}
      className="divide-y divide-line"
    >
      {rows.map((row) => {
        const leaving = leavingOf(row)
        const reached = {
          tabIndex: row.id === tabStopId ? 0 : -1,
          onFocus: () => setFocusedId(row.id),
        }
        const props = {
          ...reached,
          'data-conversation': row.id,
          'aria-current': row.id === openedId ? ('true' as const) : undefined,
          onClick: () => onChoose(row),
          className: classNames(
            'flex w-full min-w-0 items-center gap-3 py-2.5 pr-4 text-left focus-visible:-outline-offset-2',
            selection ? 'pl-1' : 'pl-4 hover:bg-sunken',
          ),
          children: <ConversationSummary row={row} chat={chat} />,
        }
        return (
          <li key={row.id} data-row-id={row.id}>
            <div
              className={classNames(
                'flex items-center',
                row.id === openedId || selection?.ids.includes(row.id) ? 'bg-accent-soft' : 'hover:bg-sunken',
              )}
            >
              {selection && (
                <span inert={leaving !== undefined} className="pl-1.5">
                  <SelectRow
                    {...reached}
                    id={row.id}
                    name={personName(row)}
                    shown={rows}
                    selection={selection}
                  />
                </span>
              )}
              {linkTo ? <Link {...linkTo(row.id)} {...props} /> : <button type="button" {...props} />}
            </div>
            {leaving && (
              <div className="px-4 pb-2.5 text-right">
                <LeavingNote row={leaving} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Formats the time of a message of today, or the date of an older one. */
const shortTime = (moment: string) => {
  const date = formatDate(moment)
  return date === formatDate(Date.now()) ? formatTime(moment) : date
}

/** A conversation in a list: the partner, the assignee, the last message and the unread count. */
function ConversationSummary({ row, chat }: { row: ChatConversation; chat: Chat }) {
  const { lastMessage, unread, businessName, present, assignedTo, labels, snoozedUntil, returnedAt } = row
  const isTyping = chat.state.typingUsers.some((each) => each.conversationId === row.id && !each.isSupport)
  return (
    <>
      <span className="relative">
        <Avatar initials={initials(row)} />
        {present && (
          <span
            aria-hidden
            title="In the portal now"
            className="absolute -right-0.5 -bottom-0.5 size-3 rounded-full border-2 border-raised bg-positive"
          />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={unread ? 'truncate font-semibold' : 'truncate font-medium'}>
            {personName(row)}
          </span>
          {present && <span className="sr-only">, in the portal now</span>}
          <time
            dateTime={lastMessage.createdAt}
            title={formatDateTime(lastMessage.createdAt)}
            className="ml-auto shrink-0 text-12 text-muted"
          >
            {shortTime(lastMessage.createdAt)}
          </time>
        </span>
        {(businessName || assignedTo) && (
          <span className="flex items-baseline gap-2 text-12 text-muted">
            <span className="min-w-0 flex-1 truncate">{businessName}</span>
            {assignedTo && (
              <span className="max-w-24 shrink-0 truncate">
                <span className="sr-only">, assigned to </span>
                {assignedTo.id === chat.user.id ? 'You' : personName(assignedTo)}
              </span>
            )}
          </span>
        )}
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-13 text-muted">
            {isTyping ? (
              <span className="text-accent">Typing...</span>
            ) : (
              `${lastMessage.isSupport ? 'Team: ' : ''}${lastMessage.message}`
            )}
          </span>
          {unread > 0 && (
            <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 font-semibold text-12 text-on-accent">
              {unread}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </span>
        {snoozedUntil && (
          <span className="block text-12 text-muted">{`Snoozed until ${formatDateTime(snoozedUntil)}`}</span>
        )}
        {!snoozedUntil && returnedAt && !row.closedAt && (
          <span className="block font-medium text-12 text-accent">{`Back since ${shortTime(returnedAt)}`}</span>
        )}
        <LabelNames labels={labels} />
      </span>
    </>
  )
}
