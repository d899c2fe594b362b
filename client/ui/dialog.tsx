import X from 'lucide-react/icons/x'
import { Dialog as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { dialogLook } from './dialog-look.ts'
import { IconButton } from './icon-button.tsx'
import { ScrollLock } from './scroll-lock.tsx'
import { useReturnFocus } from './use-return-focus.ts'

type DialogProps = {
  title: string
  description?: ReactNode
  /** The button that opens it, and that the focus returns to. */
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** `regular` 480 px, `wide` 720 px. */
  size?: 'regular' | 'wide'
  /** Something in it would be lost: a press beside it, as happens unmeant, does not close it. */
  guarded?: boolean
  /** There is nothing to fill in: the focus begins on the whole of it, not on the first thing that takes it. */
  isToRead?: boolean
  children: ReactNode
}

export function Dialog({
  title,
  description,
  trigger,
  open,
  onOpenChange,
  size = 'regular',
  guarded = false,
  isToRead = false,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Content
          {...returnFocus}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus()
            if (!isToRead || !(event.currentTarget instanceof HTMLElement)) return
            event.preventDefault()
            event.currentTarget.focus()
          }}
          aria-modal
          onInteractOutside={(event) => {
            if (guarded) event.preventDefault()
          }}
          // Radix warns of a dialog without a description unless it is said that there is none.
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={classNames(dialogLook, size === 'wide' ? 'sm:max-w-180' : 'sm:max-w-120')}
        >
          <ScrollLock />
          <header className="border-line border-b py-4 pr-14 pl-4 sm:pl-6">
            <Radix.Title className="wrap-anywhere line-clamp-2 text-17">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-1 text-13 text-muted">{description}</Radix.Description>
            )}
          </header>
          {/* What the focus goes to is not left under the buttons at the foot. */}
          <div className="min-h-0 scroll-pb-36 overflow-y-auto overscroll-contain px-4 py-5 sm:scroll-pb-20 sm:px-6">
            {children}
          </div>
          {/* Last, so that the focus begins in the content. */}
          <Radix.Close asChild>
            <IconButton label="Close" className="absolute top-2.5 right-2.5">
              <X aria-hidden className="size-4" />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Wraps the button that leaves a dialog without doing anything. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <Radix.Close asChild>{children}</Radix.Close>
}
