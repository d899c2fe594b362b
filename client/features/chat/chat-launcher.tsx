import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { onOpenChat } from '#client/domain/open-chat.ts'
import { toast } from '#client/lib/toast.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { CurrentUser } from '#contract/session/session.ts'

// As in the contract, whose file would bring Zod to the start of the client.
const unreadPath = '/api/chat/unread'

// Loaded when it is first opened, to keep the start of the client small.
const ChatPanel = lazy(async () => {
  const [{ ChatPanel }] = await Promise.all([
    import('./chat-panel.tsx'),
    import('#client/lib/zod-without-eval.ts'),
  ])
  return { default: ChatPanel }
})

const maxCount = 99

/** The button on every signed-in screen that opens the chat and shows the unread count. */
export function ChatLauncher({ user }: { user: CurrentUser }) {
  const [isOpen, setOpen] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const { data } = useQuery<{ unread: number }>({ queryKey: [unreadPath] })
  const unread = data?.unread ?? 0

  function open() {
    // The server refuses its connection, so that staff cannot write as a partner.
    if (user.viewing) toast({ title: 'The chat is closed while you view the portal as a partner' })
    else setOpen(true)
  }
  useEffect(() => onOpenChat(open))

  const handleClose = () => {
    // The button is hidden while the panel is open.
    flushSync(() => setOpen(false))
    buttonRef.current?.focus()
  }

  return (
    <aside aria-label="Chat">
      <button
        ref={buttonRef}
        type="button"
        aria-expanded={isOpen}
        aria-label={unread > 0 ? `Open chat, ${unread} unread` : 'Open chat'}
        onClick={open}
        // Behind the open panel, the unread count would show at the corner.
        className={classNames(
          'fixed right-4 bottom-4 z-30 grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-float',
          'hover:bg-accent-strong sm:right-6 sm:bottom-6',
          // Above a sticky footer, unless the window is wider than the footer.
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
            {unread > maxCount ? `${maxCount}+` : unread}
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ChatPanel key={user.role} user={user} onClose={handleClose} />
        </Suspense>
      )}
    </aside>
  )
}
