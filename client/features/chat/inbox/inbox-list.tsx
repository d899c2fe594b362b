import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { useAddressDialog } from '#client/lib/address-dialog.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { pagesOf } from '#client/lib/query-client.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { type ChatConversation, listConversations } from '#contract/chat/inbox.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import type { Typist } from '../typing.ts'
import { InboxControls } from './inbox-controls.tsx'
import { InboxRow, RowSkeletons } from './inbox-row.tsx'
import { type InboxView, readInboxView, rowFor } from './inbox-view.ts'

type InboxListProps = {
  user: CurrentUser
  openedId: string | null
  typists: readonly Typist[]
  actions: ReactNode
  linkTo: ReturnType<typeof useAddressDialog>['linkTo']
  onChoose: (id: string) => void
}

/** The conversations, as the address wants them. */
export function InboxList({ user, openedId, typists, actions, linkTo, onChoose }: InboxListProps) {
  const address = useAddressView()
  const view = readInboxView(address.get)
  const { filter, order, search } = view
  const list = useInfiniteQuery({
    ...pagesOf(listConversations, { query: { filter, order, search } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const rows = list.data?.pages.flatMap((page) => page.rows)
  return (
    <div className={classNames('flex min-h-0 min-w-0 flex-col', openedId && 'max-sm:hidden')}>
      <InboxControls address={address} view={view} actions={actions} />
      <div
        aria-busy={!rows || list.isPlaceholderData}
        className={classNames(
          'min-h-0 flex-1 overflow-y-auto overscroll-contain',
          list.isPlaceholderData && 'opacity-60 transition-opacity',
        )}
      >
        {!rows && list.isError ? (
          <div className="p-3">
            <Alert title="The conversations cannot be loaded" onRetry={() => list.refetch()} />
          </div>
        ) : !rows ? (
          <RowSkeletons />
        ) : rows.length === 0 ? (
          <NoRows view={view} clearHref={address.with({ search: null })} />
        ) : (
          <Rows {...{ rows, user, openedId, typists, linkTo, onChoose }} />
        )}
        {list.hasNextPage && (
          <div className="p-3 text-center">
            <Button size="small" pending={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

const emptyLines = {
  open: 'What partners write comes here',
  mine: 'Nothing is assigned to you',
  unassigned: 'Every open conversation is assigned',
  closed: 'No conversation is closed',
}

function NoRows({ view: { filter, search }, clearHref }: { view: InboxView; clearHref: string }) {
  return (
    <EmptyState
      icon={MessagesSquare}
      line={search ? 'No conversation matches' : emptyLines[filter]}
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

type RowsProps = Pick<InboxListProps, 'user' | 'openedId' | 'typists' | 'linkTo' | 'onChoose'> & {
  rows: ChatConversation[]
}

/** One of them can be reached by Tab, the others from there by the arrows. */
function Rows({ rows, user, openedId, typists, linkTo, onChoose }: RowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const [reachedId, setReachedId] = useState(openedId)
  const reached = rows.find(({ id }) => id === reachedId) ?? rows.find(({ id }) => id === openedId)
  const stopId = (reached ?? rows[0])?.id

  // On a phone the list comes back when the conversation goes: to where it was left.
  const formerId = useRef(openedId)
  useEffect(() => {
    const former = formerId.current
    formerId.current = openedId
    if (openedId || !former || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-conversation="${former}"]`)?.focus()
  }, [openedId])

  const handleKeyDown = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const from = links.findIndex((link) => link.matches(':focus'))
    const to = rowFor(event.key, from, links.length)
    if (from < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    if (['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) event.preventDefault()
    if (to !== undefined) links[to]?.focus()
  }

  return (
    <ul ref={list} aria-label="Conversations" onKeyDown={handleKeyDown} className="divide-y divide-line">
      {rows.map((row) => (
        <InboxRow
          key={row.id}
          row={row}
          userId={user.id}
          isOpened={row.id === openedId}
          isStop={row.id === stopId}
          isTyping={typists.some((each) => each.conversationId === row.id && !each.isSupport)}
          link={linkTo(row.id)}
          onFocus={() => setReachedId(row.id)}
          onChoose={() => onChoose(row.id)}
        />
      ))}
    </ul>
  )
}
