import { MessageCircle } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { onOpenChat } from '#client/domain/open-chat.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { loadFile } from '#client/lib/load-file.ts'
import { toast } from '#client/lib/toast.ts'
import { classNames } from '#client/ui/class-names.ts'
import { CountBadge, shownCount } from '#client/ui/count-badge.tsx'
import { type InsteadProps, lazyPart } from '#client/ui/lazy-part.tsx'
import { NotLoaded } from '#client/ui/not-loaded.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { ChatFrame } from './chat-frame.tsx'
import { useArrivalText, useUnreadCount } from './unread.ts'
import { readUnsent } from './unsent.ts'

type PanelProps = { user: CurrentUser; onClose: () => void }

/** Shown in place of the chat while its code cannot be loaded. */
function PanelInstead({ part, onRetry }: InsteadProps<PanelProps>) {
  const panelRef = useRef<HTMLDivElement>(null)
  return (
    <ChatFrame panelRef={panelRef} title="Chat" onClose={part.onClose}>
      <div className="p-4">
        <NotLoaded onRetry={onRetry} />
      </div>
    </ChatFrame>
  )
}

// The panel is loaded when the browser is idle or the chat is opened, so that the client starts with less code.
const ChatPanel = lazyPart<PanelProps>(async () => {
  const { ChatPanel } = await import('./chat-panel.tsx')
  return { default: ChatPanel }
}, PanelInstead)

export const loadChat = ChatPanel.load

// The code that sends messages is loaded only when there is something to send.
const sendUnsent = async (user: CurrentUser) => {
  const { sendInBackground } = await loadFile(() => import('./use-chat.ts'))
  sendInBackground(user)
}

/**
 * The button on every signed-in screen that opens the chat and shows the unread count: an item of the bar at the bottom of a small
 * screen, else in a margin that nothing else uses.
 */
export function ChatLauncher({ user }: { user: CurrentUser }) {
  const [isOpen, setOpen] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const unread = useUnreadCount()
  const arrivalText = useArrivalText(!isOpen)
  const view = useAddressView()
  const isAsked = view.get('chat') === 'open'

  function open() {
    // The server refuses chat connections of staff who view the portal as a partner, so that they cannot write in the partner's name.
    if (user.viewing) toast({ title: 'Chat is off while you view the portal as a partner' })
    else setOpen(true)
  }
  useEffect(() => onOpenChat(open))
  const openOnce = useEffectEvent(() => {
    open()
    // A reload must not open the chat again after the user has closed it.
    view.change({ chat: null }, { replace: true })
  })
  useEffect(() => {
    if (isAsked) openOnce()
  }, [isAsked])

  // Sends the messages that were written offline before the page was reloaded.
  useEffect(() => {
    if (!user.viewing && readUnsent(user.id).length > 0) sendUnsent(user).catch(() => {})
  }, [user])

  const handleClose = () => {
    // The button is hidden while the panel is open, and hidden buttons cannot take the focus.
    flushSync(() => setOpen(false))
    buttonRef.current?.focus()
  }

  return (
    <aside aria-label="Chat" className="min-w-0 flex-1 lg:contents">
      <p role="status" aria-live="polite" className="sr-only">
        {arrivalText}
      </p>
      <button
        ref={buttonRef}
        type="button"
        aria-expanded={isOpen}
        aria-label={unread > 0 ? `Open chat ${shownCount(unread)} unread` : 'Open chat'}
        onClick={open}
        className={classNames(
          'relative flex h-12 w-full flex-col items-center justify-center gap-0.5 text-12 text-muted focus-visible:-outline-offset-2',
          'lg:fixed lg:right-4 lg:bottom-4 lg:z-30 lg:size-12 lg:rounded-full lg:bg-accent lg:text-on-accent lg:shadow-float lg:hover:bg-accent-strong',
          // Otherwise the unread count would show at the corner of the open panel.
          isOpen && 'invisible',
        )}
      >
        <MessageCircle aria-hidden className="size-5 lg:size-6" />
        <span aria-hidden className="lg:hidden">
          Chat
        </span>
        <CountBadge
          count={unread}
          className="absolute top-1 left-1/2 ml-1.5 lg:-top-1 lg:-right-1 lg:left-auto lg:ml-0 lg:outline-2 lg:outline-canvas"
        />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ChatPanel key={user.role} user={user} onClose={handleClose} />
        </Suspense>
      )}
    </aside>
  )
}
