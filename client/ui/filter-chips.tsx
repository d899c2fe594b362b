import { X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'

type FilterChipsProps = {
  /** The address without any of the filters, if there are several. */
  clearHref: string | false
  /** The FilterChip elements. */
  children: ReactNode
}

/** The filters that narrow a list. */
export const FilterChips = ({ clearHref, children }: FilterChipsProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-2 sm:px-5">
    <ul aria-label="Active filters" className="flex min-w-0 flex-wrap gap-1.5">
      {children}
    </ul>
    {clearHref && (
      <Link href={clearHref} className="text-13 text-link">
        Remove all
      </Link>
    )}
  </div>
)

/** A filter that narrows a list, with a button that removes it. */
export function FilterChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    focusNext(event.currentTarget)
    onRemove()
  }
  return (
    <li className="flex min-w-0 max-w-full items-center rounded-control bg-accent-soft pl-2.5 font-medium text-13">
      <span className="truncate">{text}</span>
      <button
        type="button"
        aria-label={`Remove filter ${text}`}
        onClick={handleClick}
        className="grid size-7 shrink-0 place-items-center rounded-control text-muted hover:text-ink touch:size-11"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  )
}

/** Moves the focus from a button that is about to disappear to the next one of its list, or to the first control of the bar. */
const focusNext = (button: HTMLElement) => {
  const buttons = [...(button.closest('ul')?.querySelectorAll<HTMLElement>('button') ?? [])]
  const index = buttons.indexOf(button)
  const first = button.closest('[data-filter-bar]')?.querySelector<HTMLElement>('input, select')
  const next = buttons[index + 1] ?? buttons[index - 1] ?? first
  next?.focus()
}
