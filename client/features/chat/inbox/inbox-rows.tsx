import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { personName } from '#client/domain/person-name.ts'
import type { useAddressDialog } from '#client/lib/address-dialog.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ChatConversation } from '#contract/chat/inbox.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { ConversationSummary } from '../conversation-summary.tsx'
import type { TypingUser } from '../typing.ts'
import { nextRowIndex } from './inbox-view.ts'

export type InboxRowsProps = {
  rows: ChatConversation[]
  user: CurrentUser
  openedId: string | null
  typingUsers: readonly TypingUser[]
  linkTo: ReturnType<typeof useAddressDialog>['linkTo']
  onChoose: (id: string) => void
}

/** Tab reaches one of the rows, and the arrow keys move between them. */
export function InboxRows({ rows, user, openedId, typingUsers, linkTo, onChoose }: InboxRowsProps) {
  const listRef = useRef<HTMLUListElement>(null)
  const [focusedId, setFocusedId] = useState(openedId)
  const focused = rows.find(({ id }) => id === focusedId) ?? rows.find(({ id }) => id === openedId)
  const tabStopId = (focused ?? rows[0])?.id

  // On a phone the list returns when the conversation closes, with the focus where it was.
  const formerIdRef = useRef(openedId)
  useEffect(() => {
    const former = formerIdRef.current
    formerIdRef.current = openedId
    if (openedId || !former || document.activeElement !== document.body) return
    listRef.current?.querySelector<HTMLElement>(`[data-conversation="${former}"]`)?.focus()
  }, [openedId])

  const handleKeyDown = (event: KeyboardEvent) => {
    const links = [...(listRef.current?.querySelectorAll('a') ?? [])]
    const from = links.findIndex((link) => link.matches(':focus'))
    const to = nextRowIndex(event.key, from, links.length)
    if (from < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    if (['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) event.preventDefault()
    if (to !== undefined) links[to]?.focus()
  }

  return (
    <ul ref={listRef} aria-label="Conversations" onKeyDown={handleKeyDown} className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id}>
          <Link
            {...linkTo(row.id)}
            data-conversation={row.id}
            tabIndex={row.id === tabStopId ? 0 : -1}
            aria-current={row.id === openedId ? 'true' : undefined}
            onFocus={() => setFocusedId(row.id)}
            onClick={() => onChoose(row.id)}
            className={classNames(
              'flex items-center gap-3 px-4 py-2.5 focus-visible:-outline-offset-2',
              row.id === openedId ? 'bg-accent-soft' : 'hover:bg-sunken',
            )}
          >
            <ConversationSummary
              row={row}
              isTyping={typingUsers.some((each) => each.conversationId === row.id && !each.isSupport)}
              detail={<Assignee row={row} userId={user.id} />}
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Assignee({ row: { assignedTo }, userId }: { row: ChatConversation; userId: string }) {
  if (!assignedTo) return null
  return (
    <span className="max-w-24 shrink-0 truncate">
      <span className="sr-only">, assigned to </span>
      {assignedTo.id === userId ? 'You' : personName(assignedTo)}
    </span>
  )
}

export function RowSkeletons() {
  return (
    <ul aria-hidden className="divide-y divide-line">
      {[1, 2, 3, 4, 5].map((row) => (
        <li key={row} className="flex h-19 items-center gap-3 px-4">
          <Skeleton className="size-8 rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3 w-full" />
          </span>
        </li>
      ))}
    </ul>
  )
}
