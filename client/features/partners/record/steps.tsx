import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '#client/ui/button.tsx'

const ownArrows = 'input, textarea, select, [contenteditable], [role="menu"], [role="combobox"], video, audio'

/** 1 for the arrow key to the right, -1 for the one to the left; 0 for other keys, and where the arrows have a use of their own. */
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
  /** Undefined at the end of the list. */
  onBefore: (() => void) | undefined
  onAfter: (() => void) | undefined
}

/** To the partner before and the one after. */
export function Steps({ position, total, onBefore, onAfter }: StepsProps) {
  const button = (label: string, Icon: typeof ChevronLeft, onClick: StepsProps['onAfter']) => (
    // At the end it stays: the focus that is on it would be lost with it.
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
