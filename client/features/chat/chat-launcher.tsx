import { useQuery } from '@tanstack/react-query'
import MessageCircle from 'lucide-react/icons/message-circle'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { onOpenChat } from '#client/domain/open-chat.ts'
import { toast } from '#client/lib/toast.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { unreadPath } from './unread.ts'

// Loaded when it is first opened: the start of the client stays as light as it was.
const ChatPanel = lazy(async () => {
  const [{ ChatPanel }] = await Promise.all([
    import('./chat-panel.tsx'),
    import('#client/lib/zod-without-eval.ts'),
  ])
  return { default: ChatPanel }
})

const mostShown = 99

/** The way to the chat on every signed-in screen, with how much in it has not been read. */
export function ChatLauncher({ user }: { user: CurrentUser }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Asked again when the window is looked at: what came meanwhile is what one wants to see.
  const { data } = useQuery<{ unread: number }>({
    queryKey: [unreadPath],
    refetchOnWindowFocus: 'always',
    refetchOnMount: true,
  })
  const unread = data?.unread ?? 0

  function open() {
    // Its connection would be refused: nothing is said in a partner's name.
    if (user.viewing) toast({ title: 'The chat is closed while you view the portal as a partner' })
    else setOpen(true)
  }
  const openFromElsewhere = useEffectEvent(open)
  useEffect(() => onOpenChat(() => openFromElsewhere()), [])

  // Not before it is gone: on a phone nothing behind it takes the focus.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  return (
    <aside aria-label="Chat">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-label={unread > 0 ? `Open chat, ${unread} unread` : 'Open chat'}
        onClick={open}
        // Behind the open panel, its mark of what is unread would show beside the corner.
        className={classNames(
          'fixed right-4 bottom-4 z-30 grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-float',
          'hover:bg-accent-strong sm:right-6 sm:bottom-6',
          // Above what stays at the lower edge of the window, until that is narrower than the window.
          'max-[82rem]:[body:has([data-sticky-foot])_&]:bottom-28 max-sm:[body:has([data-sticky-foot])_&]:bottom-46',
          isOpen && 'invisible',
        )}
      >
        <MessageCircle aria-hidden className="size-6" />
        {unread > 0 && (
          <span
            aria-hidden
            className={classNames(
              'absolute -top-1 -right-1 grid h-6 min-w-6 place-items-center rounded-full border-2 border-canvas',
              'bg-danger px-1 font-semibold text-12 text-on-danger',
            )}
          >
            {unread > mostShown ? `${mostShown}+` : unread}
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ChatPanel key={user.role} user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </aside>
  )
}
