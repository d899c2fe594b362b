import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { type ComponentProps, type ReactElement, type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { useReturnFocus } from './use-return-focus.ts'

/**
 * The class names of every dialog: in the middle of a desktop's window, a sheet from the bottom of a phone's. The
 * backdrop is its shadow.
 */
export const dialogClassName =
  'fixed flex flex-col overflow-clip border border-line bg-raised shadow-dialog focus:outline-none ' +
  'max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[92dvh] max-sm:rounded-t-card max-sm:pb-[env(safe-area-inset-bottom)] ' +
  'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-4rem)] sm:w-[calc(100%-3rem)] sm:rounded-card ' +
  'data-closed:animate-fade-out data-open:animate-fade-in ' +
  'max-sm:data-closed:animate-sheet-out max-sm:data-open:animate-sheet-in'

/** Above the header, together with the layer that catches presses outside. */
export const dialogPortalClassName = 'relative z-50'

type OpenChange = NonNullable<ComponentProps<typeof BaseDialog.Root>['onOpenChange']>

/** Props for the root of a dialog: a press on a toast, which lies above the dialog, does not close it. */
export const dismissalProps = (onOpenChange?: (open: boolean) => void): { onOpenChange: OpenChange } => ({
  onOpenChange: (open, details) => {
    const { reason, event } = details
    const isOnToast = event.target instanceof Element && event.target.closest('[data-toasts]') !== null
    if (reason === 'outside-press' && isOnToast) details.cancel()
    else onOpenChange?.(open)
  },
})

type DialogProps = {
  title: string
  description?: ReactNode
  /** The button that opens it, and that the focus returns to. */
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** `regular` 480 px, `wide` 720 px. */
  size?: 'regular' | 'wide'
  /** A press outside, which may be by accident, does not close it: something would be lost. */
  isGuarded?: boolean
  /** It has nothing to fill in: the focus begins on the dialog, not on the first control in it. */
  isReadOnly?: boolean
  children: ReactNode
}

/** A dialog that another one opens belongs into the children of that one, so that Escape closes one at a time. */
export function Dialog({
  title,
  description,
  trigger,
  open,
  onOpenChange,
  size = 'regular',
  isGuarded: guarded = false,
  isReadOnly: isToRead = false,
  children,
}: DialogProps) {
  const { initialFocus, finalFocus } = useReturnFocus()
  const popupRef = useRef<HTMLDivElement>(null)
  return (
    <BaseDialog.Root {...dismissalProps(onOpenChange)} open={open} disablePointerDismissal={guarded}>
      {trigger && <BaseDialog.Trigger render={trigger} />}
      <BaseDialog.Portal className={dialogPortalClassName}>
        <BaseDialog.Popup
          ref={popupRef}
          initialFocus={() => initialFocus() && (isToRead ? popupRef.current : true)}
          finalFocus={finalFocus}
          aria-modal
          className={classNames(dialogClassName, size === 'wide' ? 'sm:max-w-180' : 'sm:max-w-120')}
        >
          <header className="border-line border-b py-4 pr-14 pl-4 sm:pl-6">
            <BaseDialog.Title className="wrap-anywhere line-clamp-2 text-17">{title}</BaseDialog.Title>
            {description && (
              <BaseDialog.Description className="mt-1 text-13 text-muted">
                {description}
              </BaseDialog.Description>
            )}
          </header>
          {/* The scroll padding prevents the footer from covering the focused element. */}
          <div className="min-h-0 scroll-pb-36 overflow-y-auto overscroll-contain px-4 py-5 sm:scroll-pb-20 sm:px-6">
            {children}
          </div>
          {/* Last, so that the focus begins in the content. */}
          <BaseDialog.Close
            render={
              <IconButton label="Close" className="absolute top-2.5 right-2.5">
                <X aria-hidden className="size-4" />
              </IconButton>
            }
          />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** Wraps the button that leaves a dialog without doing anything. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <BaseDialog.Close render={children} />
}

/** The buttons of a dialog or its form, always visible. The one that acts comes last, on a phone on top. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer
      className={
        'sticky -bottom-5 -mx-4 -mb-5 flex flex-col-reverse gap-2 border-line border-t bg-raised px-4 py-4 ' +
        'sm:-mx-6 sm:flex-row sm:justify-end sm:px-6'
      }
    >
      {children}
    </footer>
  )
}
