import { ArrowDown } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { isOfOthers } from './messages.ts'
import type { Chat } from './use-chat.ts'

// A position this close to an edge counts as being at the edge.
const edgePx = 48

// The distance from the top of the log to the unread line after opening.
const lineMarginPx = 12

const isScrolledToEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight < edgePx

interface MessageLogProps {
  chat: Chat
  /** A line about who is typing, shown below the messages. */
  typing: string | null
  children: ReactNode
}

/**
 * The scrolling list of messages. It starts at the first unread message, and follows new ones unless the user has scrolled
 * up; then a button leads to them. At the end of the list, everything counts as read.
 */
export function MessageLog({ chat, typing, children }: MessageLogProps) {
  const { isStaff, loadOlder } = chat
  const reader = { userId: chat.user.id, isStaff }
  const { messages, isLoaded, isLoadingOlder, partnerSeq, staffSeq } = chat.state
  const logRef = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [firstSeq, lastSeq] = [messages[0]?.seq ?? 0, messages.at(-1)?.seq ?? 0]
  const [seenEnd, setSeenEnd] = useState(0)
  const hasNew = !isAtEnd && messages.some((message) => message.seq > seenEnd && isOfOthers(message, reader))
  const shapeRef = useRef({ firstSeq, height: 0 })

  const scrollToEnd = () => {
    logRef.current?.scrollTo({ top: logRef.current.scrollHeight })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown may have become longer
  useLayoutEffect(() => {
    const element = logRef.current
    if (!element) return
    const former = shapeRef.current
    if (isAtEnd) scrollToEnd()
    // Older messages that are added above must not move the messages that the user reads.
    else if (firstSeq < former.firstSeq) element.scrollTop += element.scrollHeight - former.height
    shapeRef.current = { firstSeq, height: element.scrollHeight }
  }, [children])

  // The log becomes smaller when the composer grows or the keyboard of a phone opens.
  const handleResize = useEffectEvent(() => isAtEnd && scrollToEnd())
  useEffect(() => {
    const observer = new ResizeObserver(() => handleResize())
    if (logRef.current) observer.observe(logRef.current)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    const element = logRef.current
    const line = element?.querySelector<HTMLElement>('[data-unread-line]')
    if (!element || !line || !isLoaded) return
    element.scrollTop = line.offsetTop - lineMarginPx
    setAtEnd(isScrolledToEnd(element))
  }, [isLoaded])

  const ownReadSeq = isStaff ? staffSeq : partnerSeq
  const updateRead = useEffectEvent(() => {
    // The position is measured, since the state does not reflect a scroll that has just happened.
    const isReadable = document.visibilityState === 'visible' && isLoaded
    if (!isReadable || !logRef.current || !isScrolledToEnd(logRef.current)) return
    setSeenEnd(lastSeq)
    if (lastSeq > ownReadSeq) chat.markRead(lastSeq)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them can mark messages as read
  useEffect(() => updateRead(), [lastSeq, isAtEnd, isLoaded])
  useEffect(() => {
    const listeners = new AbortController()
    document.addEventListener('visibilitychange', () => updateRead(), listeners)
    return () => listeners.abort()
  }, [])

  const handleScroll = () => {
    const element = logRef.current
    if (!element) return
    setAtEnd(isScrolledToEnd(element))
    if (element.scrollTop < edgePx && firstSeq > 1) loadOlder()
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={logRef}
        role="log"
        aria-label="Messages"
        aria-busy={!isLoaded || isLoadingOlder}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onScroll={handleScroll}
        className="flex h-full flex-col gap-3 overflow-y-auto overscroll-contain px-4 pt-4 pb-8 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {firstSeq > 1 && (
          <Button
            size="small"
            variant="quiet"
            pending={isLoadingOlder}
            onClick={loadOlder}
            className="mx-auto"
          >
            Earlier messages
          </Button>
        )}
        {children}
      </div>
      <p
        role="status"
        className="pointer-events-none absolute bottom-0 left-0 max-w-full truncate rounded-tr-control bg-raised px-4 py-1 text-12 text-muted empty:hidden"
      >
        {typing}
      </p>
      {hasNew && (
        <Button
          icon={ArrowDown}
          size="small"
          onClick={scrollToEnd}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-float"
        >
          New messages
        </Button>
      )}
    </div>
  )
}
