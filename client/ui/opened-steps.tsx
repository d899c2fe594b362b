import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useLocation } from 'wouter'
import { openedWith } from '#client/lib/address-dialog.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { isSingleKey } from '#client/lib/single-keys.ts'
import { IconButton } from './button.tsx'

const ownArrows =
  'input, textarea, select, [contenteditable], [role="menu"], [role="combobox"], video, audio, [data-scrolls]'
const arrows = { ArrowRight: 1, ArrowLeft: -1 } as const
const letters = { j: 1, k: -1 } as const

/** Returns 1 for the right arrow key or j, -1 for the left one or k; 0 for other keys, and where something else uses the key. */
const stepOf = (event: KeyboardEvent<HTMLElement>): 0 | 1 | -1 => {
  const { key, target, currentTarget } = event
  const isPlain = !(
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.defaultPrevented
  )
  // React also passes on the keys of dialogs on top of this one.
  if (!isPlain || !(target instanceof Element) || !currentTarget.contains(target)) return 0
  if (key in letters) {
    // In a dialog with a list, the letters move in the list.
    const isFree = isSingleKey(event.nativeEvent) && !currentTarget.querySelector('[data-row-keys]')
    return isFree ? letters[key as keyof typeof letters] : 0
  }
  return target.closest(ownArrows) ? 0 : (arrows[key as keyof typeof arrows] ?? 0)
}

type Neighbors = {
  /** The kind of what is shown, such as "partner". */
  what: string
  /** All of the list from which the dialog was opened, in its order; `at` is the index of what is shown. */
  total: number
  at: number
  onStep: (to: number) => void
}

/** Returns the buttons that lead to the neighbors in a list, and the handler of the keys that do the same; no buttons without neighbors. */
export const stepsOf = ({ what, total, at, onStep }: Neighbors) => {
  const hasNeighbor = (step: number) => at >= 0 && at + step >= 0 && at + step < total
  const button = (label: string, Icon: typeof ChevronLeft, step: number) => (
    // The button stays at the end of the list, because removing it would lose the focus that is on it.
    <IconButton
      icon={Icon}
      label={`${label} ${what}`}
      title={`${label} ${what}`}
      aria-disabled={!hasNeighbor(step) || undefined}
      onClick={() => hasNeighbor(step) && onStep(at + step)}
      className="aria-disabled:cursor-not-allowed!"
    />
  )
  return {
    buttons: total > 1 && at >= 0 && (
      <div className="-my-1.5 flex shrink-0 items-center">
        <p role="status" className="mr-1 text-13 max-sm:sr-only text-muted tabular-nums">
          {`${at + 1} of ${total}`}
        </p>
        {button('Previous', ChevronLeft, -1)}
        {button('Next', ChevronRight, 1)}
      </div>
    ),
    handleKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = stepOf(event)
      if (step === 0 || !hasNeighbor(step)) return
      event.preventDefault()
      // The focused element may go away when something else is shown.
      event.currentTarget.focus()
      onStep(at + step)
    },
  }
}

const paramOf = (href: string, name: string) =>
  new URLSearchParams(href.slice(href.indexOf('?') + 1)).get(name)

/** Returns the addresses of the links in the list of a link that open a dialog, without duplicates. */
const addressesAround = (link: Element): string[] => {
  const links = link.closest('[data-row-keys], table, ul')?.querySelectorAll('[data-steps]') ?? []
  return [...new Set([...links].map((each) => each.getAttribute('href') ?? ''))]
}

/** Returns the props that make a link remember the other links of its list, so that its dialog has the buttons of `useOpenedSteps`. */
export const useStepsLink = (link: { href: string; state?: unknown }) => {
  const [, navigate] = useLocation()
  return {
    ...link,
    'data-steps': '',
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      event.preventDefault()
      const around = addressesAround(event.currentTarget)
      navigate(link.href, { state: { ...(link.state as object), around } })
    },
  }
}

/**
 * Returns the buttons and the keys of a dialog that lead to its neighbors in the list from which it was opened.
 * @param name the query parameter of the dialog
 * @param what the kind of what is shown, such as "task"
 */
export const useOpenedSteps = (name: string, what: string, open: boolean) => {
  const [, navigate] = useLocation()
  const view = useAddressView()
  const { around } = open ? openedWith() : {}
  const all: string[] = Array.isArray(around) ? around : []
  // A list can have links to dialogs of several kinds.
  const addresses = all.filter((href) => paramOf(href, name))
  return stepsOf({
    what,
    total: addresses.length,
    at: addresses.findIndex((href) => paramOf(href, name) === view.get(name)),
    onStep: (to) => navigate(addresses[to] ?? '', { replace: true, state: history.state }),
  })
}
