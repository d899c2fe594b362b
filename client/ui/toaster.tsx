import * as Radix from '@radix-ui/react-toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import {
  dismissToast,
  readToasts,
  type ShownToast,
  subscribeToToasts,
  takeAction,
} from '#client/lib/toast.ts'
import { Button, IconButton } from './button.tsx'

const icons = {
  neutral: <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-info" />,
  positive: <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-positive" />,
  danger: <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />,
}

// Long enough to read what was done and to decide against it.
const actionDurationMs = 8000

function ToastCard({ id, open, title, description, tone = 'neutral', action, covered }: ShownToast) {
  const before = action && covered[0]?.title
  return (
    <Radix.Root
      open={open}
      {...(action && { duration: actionDurationMs })}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast(id)
      }}
      className={
        'relative flex gap-3 rounded-card border border-line bg-raised py-3.5 pr-12 pl-4 shadow-float ' +
        'data-[state=closed]:animate-fade-out data-[state=open]:animate-slide-in data-[swipe=end]:animate-swipe-out ' +
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ' +
        'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform'
      }
    >
      {icons[tone]}
      <div className="min-w-0 grow">
        <Radix.Title className="font-medium">{title}</Radix.Title>
        {description && <Radix.Description className="text-13 text-muted">{description}</Radix.Description>}
        {before && <p className="text-13 text-muted">Before it: {before}</p>}
      </div>
      {action && (
        <Radix.Action asChild altText={`${action.label}: press F8`}>
          <Button size="small" onClick={() => takeAction(id)} className="-my-1 touch:-my-2.5">
            {action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <IconButton label="Dismiss" className="absolute top-1.5 right-1.5">
          <X aria-hidden className="size-4" />
        </IconButton>
      </Radix.Close>
    </Radix.Root>
  )
}

/** Where toasts appear: once on a page, outside everything that can be hidden. F8 brings the focus to it. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts)
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toasts.map((shown) => (
        <ToastCard key={shown.id} {...shown} />
      ))}
      <Radix.Viewport
        hotkey={['F8']}
        data-toasts
        // Dialogs hide what is outside of them from screen readers, but not what is marked as live.
        aria-live="off"
        // Below the header: the lower right corner belongs to the chat.
        className="fixed top-16 right-4 left-4 z-60 focus:outline-none sm:left-auto sm:w-96"
      />
    </Radix.Provider>
  )
}
