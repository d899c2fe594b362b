import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { useIsHydrated } from '#client/lib/use-is-hydrated.ts'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { DialogHost, useHandleClosed } from './dialog-host.tsx'
import { PrintHead } from './print-head.tsx'

const frameClassName =
  'fixed flex flex-col overflow-clip border border-line bg-raised shadow-dialog focus:outline-none ' +
  'max-sm:inset-x-0 max-sm:bottom-0 max-sm:pb-[env(safe-area-inset-bottom)] ' +
  'sm:inset-0 sm:m-auto sm:w-[calc(100%-3rem)] sm:rounded-card ' +
  'data-closed:animate-fade-out data-open:animate-fade-in ' +
  'max-sm:data-closed:animate-sheet-out max-sm:data-open:animate-sheet-in '

const sheet = 'max-sm:max-h-[92dvh] max-sm:rounded-t-card '
const wholePhone = 'max-sm:top-0 max-sm:border-0 '
const withinWindow = 'sm:max-h-[calc(100dvh-4rem)] sm:low:max-h-[calc(100dvh-1rem)] '
// The dialog is as high as its content, and its top does not move when more content loads.
const hanging =
  'sm:mt-[8dvh] sm:h-fit sm:max-h-[calc(92dvh-2rem)] sm:low:mt-2 sm:low:max-h-[calc(100dvh-1rem)] '

/** The class names of a dialog: centered on a desktop, a sheet from the bottom on a phone. The backdrop is the shadow of the dialog. */
export const dialogClassName = `${frameClassName}${sheet}${withinWindow}sm:h-fit`

const sizes = {
  regular: `${dialogClassName} sm:max-w-120`,
  details: `${frameClassName}${wholePhone}${hanging}sm:max-w-120`,
  wide: `${frameClassName}${wholePhone}${hanging}sm:max-w-180`,
  roomy: `${frameClassName}${wholePhone}${hanging}sm:max-w-240`,
  // The dialog has the maximum height, so that it does not move when it shows another part.
  large: `${frameClassName}${wholePhone}${withinWindow}sm:h-full sm:max-w-270`,
}

export type DialogFrameProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Whether a click outside does not close the dialog, because an accidental click would lose something. */
  isGuarded?: boolean
  /** Whether the dialog has nothing to fill in, so that the focus begins on the dialog instead of its first control. */
  isReadOnly?: boolean
  /** Whether reads are repeated while the dialog is open, because it shows live data and does not depend on a row behind it. */
  isLive?: boolean
  /** Returns the element that gets the focus first; null for the first control. */
  focusFirst?: (() => HTMLElement | null) | undefined
  /** Returns the element that gets the focus after closing; null for the element that had it before. */
  focusAfter?: (() => HTMLElement | null) | undefined
}

type PopupProps = Pick<ComponentProps<typeof BaseDialog.Popup>, 'role' | 'onKeyDown' | 'children'> & {
  className: string
}

/**
 * The frame of all dialogs. Each is the host of the dialogs that are opened in it, so that Escape closes one at a time. After closing,
 * the focus returns to the element that had it before. If that element is gone, such as a deleted row, the nearest focusable ancestor
 * gets the focus.
 */
export function DialogFrame({
  open,
  onOpenChange,
  isGuarded = false,
  isReadOnly = false,
  isLive = false,
  focusFirst,
  focusAfter,
  className,
  role = 'dialog',
  onKeyDown,
  children,
}: DialogFrameProps & PopupProps) {
  const popupRef = useRef<HTMLDivElement>(null)
  const originRef = useRef<Element>(null)
  const aroundRef = useRef<HTMLElement[]>([])

  const handleInitialFocus = () => {
    originRef.current = findOrigin()
    aroundRef.current = [...rowAround(originRef.current), ...regionsAround(originRef.current)]
    return isReadOnly ? popupRef.current : (focusFirst?.() ?? true)
  }

  const handleFinalFocus = () => {
    const target = [originRef.current, ...aroundRef.current].find((place) => place?.isConnected)
    const place = focusAfter?.() ?? (target instanceof HTMLElement ? target : null)
    if (!isRegion(place)) return place ?? true
    // Base UI would focus the first control in the region, such as the first link of a menu, in place of the region itself.
    queueMicrotask(() => place.focus({ preventScroll: true }))
    return false
  }

  const handleOpenChange: ComponentProps<typeof BaseDialog.Root>['onOpenChange'] = (next, details) => {
    const { reason, event } = details
    // Toasts lie above the dialog, and a click on a toast must not close the dialog.
    const isOnToast = event.target instanceof Element && event.target.closest('[data-toasts]') !== null
    if (reason === 'outside-press' && isOnToast) details.cancel()
    else onOpenChange?.(next)
  }

  const handleClosed = useHandleClosed()
  const isHydrated = useIsHydrated()
  // A dialog in a server-rendered page is already visible, so it must not fade in again.
  const [isThere, setIsThere] = useState(!isHydrated)
  if (isThere && !open) setIsThere(false)

  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={handleOpenChange}
      onOpenChangeComplete={(isOpen) => !isOpen && handleClosed()}
      disablePointerDismissal={isGuarded}
    >
      {isHydrated ? (
        // The z-index lifts the dialog and the layer that catches clicks outside above the header.
        <BaseDialog.Portal className="relative z-50">
          <BaseDialog.Popup
            ref={popupRef}
            aria-modal
            data-live={isLive || undefined}
            initialFocus={handleInitialFocus}
            finalFocus={handleFinalFocus}
            className={classNames(className, isThere && 'animate-none!')}
            role={role}
            onKeyDown={onKeyDown}
          >
            <DialogHost>{children}</DialogHost>
          </BaseDialog.Popup>
        </BaseDialog.Portal>
      ) : (
        // The server cannot render portals. The plain element becomes a dialog after hydration.
        <div className="fixed inset-0 z-50">
          <div className={className}>
            <DialogHost>{children}</DialogHost>
          </div>
        </div>
      )}
    </BaseDialog.Root>
  )
}

/** Returns whether an element can have the focus, but not by Tab. A dialog is none, because its first control has the focus. */
const isRegion = (place: HTMLElement | null): place is HTMLElement =>
  place?.getAttribute('tabindex') === '-1' && place.ariaModal === null

/** Returns the row around an element. When only the element has gone, the first control of its row has the focus. */
const rowAround = (element: Element | null) => {
  const row = element?.closest<HTMLElement>('[data-row]')
  return row ? [row] : []
}

/** Returns the focusable regions around an element, from the innermost to the outermost. */
function regionsAround(element: Element | null): HTMLElement[] {
  const region = element?.parentElement?.closest<HTMLElement>('[tabindex="-1"]')
  return region ? [region, ...regionsAround(region)] : []
}

/** Returns the element that opened the dialog; for a menu item, which disappears, the button of its menu. */
function findOrigin() {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
}

type DialogProps = Omit<DialogFrameProps, 'focusAfter'> & {
  title: ReactNode
  description?: ReactNode
  /** The actions in the head of the dialog. */
  actions?: ReactNode
  /** `regular` and `details` 480 px, `wide` 720 px, `roomy` 960 px, `large` 1080 px wide; on a phone, all but `regular` fill the screen. */
  size?: keyof typeof sizes
  onKeyDown?: PopupProps['onKeyDown']
  children: ReactNode
}

/** A dialog. Render a dialog that another dialog opens inside that dialog, so that Escape closes one at a time. */
export function Dialog({ title, description, actions, size = 'regular', children, ...frame }: DialogProps) {
  return (
    <DialogFrame {...frame} className={sizes[size]}>
      <div className="flex items-start justify-between gap-3 border-line border-b py-2.5 pr-14 pl-4 sm:py-4 sm:pl-6 sm:low:py-2.5">
        <div className="min-w-0">
          <PrintHead />
          <BaseDialog.Title className="wrap-anywhere line-clamp-2 text-17">{title}</BaseDialog.Title>
          {description && (
            <BaseDialog.Description className="mt-1 text-13 text-muted">{description}</BaseDialog.Description>
          )}
        </div>
        {/* The actions are as high as a line of the title, so that nothing moves when they appear later than the title. */}
        {actions && <div className="flex h-6 shrink-0 items-center sm:touch:translate-y-1">{actions}</div>}
      </div>
      {/* The scroll padding prevents the footer and sticky elements at the top from covering the focused element. */}
      <div className="min-h-0 scroll-pt-14 scroll-pb-20 overflow-y-auto overscroll-contain px-4 py-5 sm:px-6">
        {children}
      </div>
      <CloseButton className="top-0 right-1 sm:top-2.5 sm:right-2.5 sm:low:top-0.5" />
    </DialogFrame>
  )
}

/** The close button in the corner of a dialog. It comes last, so that the focus begins in the content. */
export function CloseButton({ className }: { className: string }) {
  return (
    <DialogClose>
      <IconButton
        icon={X}
        label="Close"
        className={classNames('absolute focus-visible:-outline-offset-2', className)}
      />
    </DialogClose>
  )
}

/** Wraps a button that closes a dialog without doing anything else. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <BaseDialog.Close render={children} />
}

/** The buttons of a dialog or its form, always visible if the window is high enough. The main action comes last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer
      className={
        'sticky -bottom-5 -mx-4 -mb-5 flex flex-wrap justify-end gap-2 border-line border-t bg-raised px-4 py-0.5 ' +
        'sm:-mx-6 sm:px-6 sm:py-4'
      }
    >
      {children}
    </footer>
  )
}

type AlertDialogProps = Pick<DialogFrameProps, 'open' | 'onOpenChange'> & {
  title: string
  /** The text that says what happens, and whether that can be undone. */
  description: string
  confirmLabel: string
  /** The label of the button that leaves everything as it is, if "Cancel" could be mistaken for the action. */
  dismissLabel?: string
  tone?: 'danger' | 'primary'
  onConfirm: () => void
}

/** A dialog that asks before an action that is hard to undo. The focus begins on Cancel. */
export function AlertDialog({
  title,
  description,
  confirmLabel,
  dismissLabel = 'Cancel',
  tone = 'danger',
  onConfirm,
  ...frame
}: AlertDialogProps) {
  return (
    <DialogFrame
      {...frame}
      isGuarded
      role="alertdialog"
      className={classNames(dialogClassName, 'sm:max-w-105')}
    >
      <div className="p-4 sm:p-6">
        <BaseDialog.Title className="text-17">{title}</BaseDialog.Title>
        <BaseDialog.Description className="mt-2 text-muted">{description}</BaseDialog.Description>
        <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <DialogClose>
            <Button>{dismissLabel}</Button>
          </DialogClose>
          <DialogClose>
            <Button variant={tone} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </DialogClose>
        </div>
      </div>
    </DialogFrame>
  )
}
