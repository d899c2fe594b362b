import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react'
import { IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'

type ChatFrameProps = {
  panelRef: RefObject<HTMLDivElement | null>
  title: string
  /** Shown before the title. */
  back?: ReactNode
  /** Shown below the title. */
  status?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The panel of the chat with its Close button. It is beside the page or fills the screen of a phone, and takes the focus when it opens. */
export function ChatFrame({ panelRef, title, back, status, onClose, children }: ChatFrameProps) {
  useEffect(() => panelRef.current?.focus(), [panelRef])

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }

  return (
    <div
      ref={panelRef}
      role="dialog"
      aria-label="Chat with the Partner Team"
      tabIndex={-1}
      data-covers-phone
      onKeyDown={handleKeyDown}
      className={classNames(
        'fixed z-50 flex animate-rise-in flex-col overflow-clip bg-raised outline-none',
        'max-sm:inset-0 max-sm:pb-[env(safe-area-inset-bottom)]',
        'sm:right-6 sm:bottom-6 sm:h-96 sm:max-h-[calc(100dvh-3rem)] sm:w-80 sm:rounded-card sm:border sm:border-line sm:shadow-float',
        'sm:low:inset-y-2 sm:low:h-auto sm:low:max-h-none',
      )}
    >
      <header className="flex min-h-14 shrink-0 items-center gap-2 border-line border-b py-1.5 pr-2 pl-4">
        {back}
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-15">{title}</h2>
          {status}
        </div>
        <IconButton icon={X} label="Close chat" onClick={onClose} />
      </header>
      {children}
    </div>
  )
}
