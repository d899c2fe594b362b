import X from 'lucide-react/icons/x'
import { Dialog as Radix } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { ScrollLock } from './scroll-lock.tsx'

type ViewerProps = {
  title: string
  /** One line below the title. */
  details?: ReactNode
  /** Buttons beside the title, on a phone below it. */
  actions?: ReactNode
  onClose: () => void
  /** What gets the focus when it has closed. */
  returnFocusTo: () => HTMLElement | null
  onKeyDown?: (event: KeyboardEvent) => void
  /** Takes all the room that is left. */
  children: ReactNode
}

/** Shows one thing as large as the window is. It is there as long as it is drawn. */
export function Viewer({
  title,
  details,
  actions,
  onClose,
  returnFocusTo,
  onKeyDown,
  children,
}: ViewerProps) {
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Content
          aria-modal
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            // On the whole of it, so that its keys work at once and its title is what is read first.
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocusTo()?.focus()
          }}
          className={
            'fixed inset-0 z-50 flex flex-col overflow-clip bg-raised shadow-dialog focus:outline-none ' +
            'sm:inset-6 sm:rounded-card sm:border sm:border-line lg:inset-x-12 ' +
            'data-[state=open]:animate-fade-in'
          }
        >
          <ScrollLock />
          <header className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-2.5 pr-14 pl-4 sm:min-h-15 sm:pl-5">
            <div className="min-w-0 grow basis-60">
              <Radix.Title className="wrap-anywhere line-clamp-2 text-15">{title}</Radix.Title>
              {details && <p className="text-13 text-muted">{details}</p>}
            </div>
            {actions && (
              <div className="flex items-center gap-2 max-sm:-mr-10 max-sm:w-[calc(100%+2.5rem)]">
                {actions}
              </div>
            )}
          </header>
          <div className="min-h-0 flex-1 basis-0">{children}</div>
          <Radix.Close asChild>
            <IconButton label="Close" className="absolute top-2.5 right-2.5 sm:top-3">
              <X aria-hidden className="size-4" />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
