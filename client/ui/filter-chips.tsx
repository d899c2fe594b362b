import { X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'

type FilterChipsProps = {
  /** The address without any of the filters, if there are several. */
  clearHref: string | false
  /** Whether the bar has fields that show all of these filters as well. */
  isInBar: boolean
  /** The FilterChip elements. */
  children: ReactNode[]
  /** The content after the filters, which also shows if there are none. */
  end?: ReactNode
}

/** The filters that narrow a list. */
export const FilterChips = ({ clearHref, isInBar, children, end }: FilterChipsProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-1 sm:px-5 md:pb-0.5">
    {children.length > 0 && (
      <ul
        aria-label="Active filters"
        className={classNames('flex min-w-0 flex-wrap gap-1.5', isInBar && '@4xl:hidden')}
      >
        {children}
      </ul>
    )}
    {clearHref && (
      <Link href={clearHref} className="text-13 text-link">
        Remove all
      </Link>
    )}
    {end}
  </div>
)

type FilterChipProps = {
  text: string
  onRemove: () => void
  /** Whether the bar has a field that shows the filter as well, so that the chip is needed only while that field has no room. */
  isInBar: boolean
}

/** A filter that narrows a list, with a button that removes it. */
export function FilterChip({ text, onRemove, isInBar }: FilterChipProps) {
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    focusNext(event.currentTarget)
    onRemove()
  }
  return (
    <li
      className={classNames(
        'flex min-w-0 max-w-full items-center rounded-control bg-accent-soft pl-2.5 font-medium text-13',
        isInBar && '@4xl:hidden',
      )}
    >
      <span className="truncate">{text}</span>
      <button
        type="button"
        aria-label={`Remove filter ${text}`}
        onClick={handleClick}
        className="grid size-6 shrink-0 place-items-center rounded-control text-muted hover:text-ink touch:size-11"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  )
}

/** Moves the focus from a button that is about to disappear to the next one of its list, or to the first control of the bar. */
const focusNext = (button: HTMLElement) => {
  const all = button.closest('ul')?.querySelectorAll<HTMLElement>('button') ?? []
  const buttons = [...all].filter((other) => other.checkVisibility())
  const index = buttons.indexOf(button)
  const first = button.closest('[data-filter-bar]')?.querySelector<HTMLElement>('input, select')
  const next = buttons[index + 1] ?? buttons[index - 1] ?? first
  next?.focus()
}
