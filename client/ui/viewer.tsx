import { Dialog } from '@base-ui/react/dialog'
import type { KeyboardEvent, ReactNode } from 'react'
import { CloseButton, DialogFrame } from './dialog.tsx'

type ViewerProps = {
  title: string
  /** The line below the title. */
  details?: ReactNode
  /** The buttons next to the title; on a phone, below it. */
  actions?: ReactNode
  open?: boolean
  onClose: () => void
  /** Returns the element that gets the focus after closing. */
  returnFocusTo: () => HTMLElement | null
  isLive?: boolean
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
  /** The content, which fills the remaining space. */
  children: ReactNode
}

/** A dialog that fills the window. It is open while it is mounted, unless `open` is false. */
export function Viewer({
  title,
  details,
  actions,
  open = true,
  isLive = false,
  onClose,
  returnFocusTo,
  onKeyDown,
  children,
}: ViewerProps) {
  return (
    <DialogFrame
      open={open}
      isLive={isLive}
      onOpenChange={onClose}
      onKeyDown={onKeyDown}
      // The focus begins on the dialog, so that its keys work immediately and screen readers announce its title first.
      isReadOnly
      focusAfter={returnFocusTo}
      className={
        'fixed inset-0 flex flex-col overflow-clip bg-raised shadow-dialog focus:outline-none ' +
        'sm:inset-6 sm:rounded-card sm:border sm:border-line lg:inset-x-12 ' +
        'data-closed:animate-fade-out data-open:animate-fade-in'
      }
    >
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-2.5 pr-14 pl-4 sm:min-h-15 sm:pl-5">
        <div className="min-w-0 grow basis-60">
          <Dialog.Title className="wrap-anywhere line-clamp-2 text-15">{title}</Dialog.Title>
          {details && <p className="text-13 text-muted">{details}</p>}
        </div>
        {actions && (
          <div className="flex items-center gap-2 max-sm:-mr-10 max-sm:w-[calc(100%+2.5rem)]">{actions}</div>
        )}
      </div>
      <div className="min-h-0 flex-1 basis-0">{children}</div>
      <CloseButton className="top-2.5 right-2.5 sm:top-3" />
    </DialogFrame>
  )
}
