import { autoUpdate } from '@floating-ui/dom'
import * as Radix from '@radix-ui/react-toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { undoMs } from '#client/lib/leaving-rows.ts'
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

const feet = '[data-bottom-bar], footer, [data-foot], [role=dialog], [role=alertdialog]'

const placeAboveFeet = (card: HTMLElement, place: HTMLElement) => {
  const needed = card.offsetHeight + 16
  // The list of toasts is measured, because it does not move while the card slides in or is swiped.
  const column = (card.parentElement ?? card).getBoundingClientRect()
  // The keyboard of a phone covers everything below the visual viewport.
  const { offsetTop = 0, height = innerHeight } = visualViewport ?? {}
  const end = [...document.querySelectorAll(feet)]
    .filter((foot) => foot.checkVisibility({ visibilityProperty: true }))
    .map((foot) => foot.getBoundingClientRect())
    // On a wide screen, the chat is next to the toasts. There is no room above an element that fills the screen of a phone.
    .filter((foot) => foot.left < column.right && foot.right > column.left && foot.top >= needed)
    .sort((one, other) => other.bottom - one.bottom)
    .reduce(
      (above, { top, bottom }) => (top < above && bottom > above - needed ? top : above),
      offsetTop + height,
    )
  place.style.setProperty('--toasts-bottom', `${innerHeight - end + 8}px`)
}

/**
 * Positions toasts at the bottom, above the bar, a sheet, the buttons of a dialog or the field of the chat, and follows these elements. At
 * the top, toasts would cover titles and the close buttons of dialogs.
 */
const stayAboveFeet = (card: HTMLElement | null) => {
  const place = card?.closest<HTMLElement>('[data-toasts]')
  if (!card || !place) return
  const followed = new Map<Element, () => void>()
  const follow = () => {
    placeAboveFeet(card, place)
    for (const foot of document.querySelectorAll(feet)) {
      if (!followed.has(foot))
        followed.set(
          foot,
          autoUpdate(foot, card, () => placeAboveFeet(card, place)),
        )
    }
  }
  follow()
  // An element that opens in the meantime takes the focus, and may be animated to its position.
  const events = ['focusin', 'animationend']
  for (const event of events) addEventListener(event, follow)
  return () => {
    for (const stop of followed.values()) stop()
    for (const event of events) removeEventListener(event, follow)
  }
}

function ToastCard({ id, open, title, description, tone = 'neutral', action, covered }: ShownToast) {
  const before = action && covered[0]?.title
  return (
    <Radix.Root
      ref={stayAboveFeet}
      open={open}
      {...(action && { duration: undoMs })}
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
        {before && <p className="text-13 text-muted">{`Before it: ${before}`}</p>}
      </div>
      {action && (
        <Radix.Action asChild altText={`${action.label}: press F8`}>
          <Button size="small" onClick={() => takeAction(id)} className="-my-1 self-center touch:-my-2.5">
            {action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <IconButton icon={X} label="Dismiss" className="absolute top-1.5 right-1.5" />
      </Radix.Close>
    </Radix.Root>
  )
}

/** The place where toasts appear. Render it once per page, outside everything that can be hidden. F8 moves the focus to it. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, readToasts)
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toasts.map((shown) => (
        <ToastCard key={shown.id} {...shown} />
      ))}
      <div data-toasts>
        <Radix.Viewport
          hotkey={['F8']}
          // Dialogs hide everything outside from screen readers, except elements with `aria-live`.
          aria-live="off"
          // On a wide screen, toasts are on the left, because the chat is in the lower right corner and close buttons in the upper right.
          className="fixed right-4 bottom-(--toasts-bottom) left-4 z-60 focus:outline-none sm:right-auto sm:w-96"
        />
      </div>
    </Radix.Provider>
  )
}
