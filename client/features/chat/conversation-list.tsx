import MessagesSquare from 'lucide-react/icons/messages-square'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import type { ChatConversation } from '#contract/chat/inbox.ts'
import { ConversationSummary } from './conversation-summary.tsx'
import { useConversations } from './queries.ts'

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
  const conversations = useConversations({ search })
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
        <QueryState
          query={conversations}
          failure={{ title: 'The conversations cannot be loaded' }}
          failureClassName="p-3"
          empty={{
            when: (rows) => rows.length === 0,
            show: (
              <EmptyState
                icon={MessagesSquare}
                line={search ? 'No matching conversations' : 'No conversations yet'}
              />
            ),
          }}
        >
          {(rows) => (
            <ul aria-label="Conversations" className="divide-y divide-line">
              {rows.map((row) => (
                <ConversationRow key={row.id} row={row} onOpen={() => onOpen(row)} />
              ))}
            </ul>
          )}
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
