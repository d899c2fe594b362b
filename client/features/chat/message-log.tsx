import ArrowDown from 'lucide-react/icons/arrow-down'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { ChatState } from './chat-store.ts'

// Nearer to an edge than this is at it: nobody scrolls to the pixel.
const edge = 48

// Above the line of what is unread.
const lineMargin = 12

const isAtItsEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight < edge

interface MessageLogProps {
  state: ChatState
  isStaff: boolean
  onOlder: () => void
  onRead: (seq: number) => void
  /** Who types. It shows below the messages, and is none of them. */
  typing: string | null
  /** What else makes it longer. */
  noteCount?: number
  children: ReactNode
}

/**
 * Where messages show: at its end unless its reader has scrolled up, who is told then that there are new ones. It begins where
 * the first lies that had not been read; what is seen at the end has been read.
 */
export function MessageLog({
  state,
  isStaff,
  onOlder,
  onRead,
  typing,
  noteCount = 0,
  children,
}: MessageLogProps) {
  const { messages, outgoing, isRead, isLoadingOlder, partnerSeq, staffSeq } = state
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [firstSeq, lastSeq] = [messages[0]?.seq ?? 0, messages.at(-1)?.seq ?? 0]
  const [seenEnd, setSeenEnd] = useState(0)
  const hasNew = !isAtEnd && messages.some(({ seq, isSupport }) => seq > seenEnd && isSupport !== isStaff)
  const shape = useRef({ firstSeq, height: 0 })

  const goToEnd = () => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }

  // What is added above must not move what is being read.
  useLayoutEffect(() => {
    const element = log.current
    if (!element) return
    const { firstSeq: formerFirst, height } = shape.current
    if (formerFirst > 0 && firstSeq < formerFirst) element.scrollTop += element.scrollHeight - height
    shape.current = { firstSeq, height: element.scrollHeight }
  }, [firstSeq])

  const follow = useEffectEvent(() => {
    if (isAtEnd) goToEnd()
    if (log.current) shape.current.height = log.current.scrollHeight
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them makes the log longer
  useLayoutEffect(() => follow(), [lastSeq, outgoing, noteCount])

  useLayoutEffect(() => {
    const element = log.current
    const line = element?.querySelector<HTMLElement>('[data-unread-line]')
    if (!element || !line || !isRead) return
    element.scrollTop = line.offsetTop - lineMargin
    setAtEnd(isAtItsEnd(element))
  }, [isRead])

  const ownRead = isStaff ? staffSeq : partnerSeq
  const noteRead = useEffectEvent(() => {
    // Looked at where it is: what has just been scrolled is not known to the state yet.
    const isReadable = document.visibilityState === 'visible' && isRead
    if (!isReadable || !log.current || !isAtItsEnd(log.current)) return
    setSeenEnd(lastSeq)
    if (lastSeq > ownRead) onRead(lastSeq)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them can make something read
  useEffect(() => noteRead(), [lastSeq, isAtEnd, isRead])
  useEffect(() => {
    const handle = () => noteRead()
    document.addEventListener('visibilitychange', handle)
    return () => document.removeEventListener('visibilitychange', handle)
  }, [])

  const handleScroll = () => {
    const element = log.current
    if (!element) return
    setAtEnd(isAtItsEnd(element))
    if (element.scrollTop < edge && firstSeq > 1) onOlder()
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={log}
        role="log"
        aria-label="Messages"
        aria-busy={!isRead || isLoadingOlder}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        onScroll={handleScroll}
        className="flex h-full flex-col gap-3 overflow-y-auto overscroll-contain px-4 pt-4 pb-8 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {firstSeq > 1 && (
          <Button size="small" variant="quiet" pending={isLoadingOlder} onClick={onOlder} className="mx-auto">
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
          size="small"
          onClick={goToEnd}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-float"
        >
          <ArrowDown aria-hidden className="size-4" />
          New messages
        </Button>
      )}
    </div>
  )
}
