import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '#client/ui/button.tsx'

const ownArrows = 'input, textarea, select, [contenteditable], [role="menu"], [role="combobox"], video, audio'

/** Returns 1 for the right arrow key and -1 for the left one; 0 for other keys, and for elements that use the arrow keys themselves. */
export const arrowStep = (event: KeyboardEvent<HTMLElement>): 0 | 1 | -1 => {
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
  if (target.closest(ownArrows)) return 0
  return key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
}

type StepsProps = {
  position: number
  total: number
  /** Goes to the partner before this one; undefined at the start of the list. */
  onBefore: (() => void) | undefined
  onAfter: (() => void) | undefined
}

/** Buttons that lead to the partners before and after this one. */
export function Steps({ position, total, onBefore, onAfter }: StepsProps) {
  const button = (label: string, Icon: typeof ChevronLeft, onClick: StepsProps['onAfter']) => (
    // The button stays at the end of the list, because removing it would lose the focus that is on it.
    <IconButton
      icon={Icon}
      label={label}
      title={label}
      aria-disabled={!onClick || undefined}
      onClick={() => onClick?.()}
      className="aria-disabled:cursor-not-allowed!"
    />
  )
  return (
    <div className="-my-1.5 flex shrink-0 items-center">
      <p role="status" className="mr-1 text-13 max-sm:sr-only text-muted tabular-nums">
        {`${position} of ${total}`}
      </p>
      {button('Previous partner', ChevronLeft, onBefore)}
      {button('Next partner', ChevronRight, onAfter)}
    </div>
  )
}
