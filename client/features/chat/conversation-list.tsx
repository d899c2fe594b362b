import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { useState } from 'react'
import { pagesOf } from '#client/lib/query-client.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { type ChatConversation, listConversations } from '#contract/chat/inbox.ts'
import { ConversationSummary } from './conversation-summary.tsx'

function ConversationRow({ row, onOpen }: { row: ChatConversation; onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <ConversationSummary row={row} />
      </button>
    </li>
  )
}

/** The conversations of all partners, newest first. */
export function ConversationList({ onOpen }: { onOpen: (row: ChatConversation) => void }) {
  const [search, setSearch] = useState('')
  const list = useInfiniteQuery({
    ...pagesOf(listConversations, { query: { search } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <>
      <div className="border-line border-b p-3">
        <SearchField
          label="Search conversations"
          placeholder="Search by name or business"
          maxLength={200}
          value={search}
          onSearch={setSearch}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {list.isPending ? (
          <Loading />
        ) : list.isError && rows.length === 0 ? (
          <div className="p-3">
            <Alert title="The conversations cannot be loaded" onRetry={() => list.refetch()} />
          </div>
        ) : rows.length === 0 ? (
          <EmptyState
            icon={MessagesSquare}
            line={search ? 'No matching conversations' : 'No conversations yet'}
          />
        ) : (
          <ul aria-label="Conversations" className="divide-y divide-line">
            {rows.map((row) => (
              <ConversationRow key={row.id} row={row} onOpen={() => onOpen(row)} />
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <div className="p-3 text-center">
            <Button size="small" pending={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </>
  )
}
