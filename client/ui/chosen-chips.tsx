import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { flushSync } from 'react-dom'

type ChosenChipsProps = {
  /** Of the list. */
  label: string
  chosen: { id: string; label: string }[]
  onRemove: (id: string) => void
  /** The focus has nowhere to go here. */
  onLastRemoved: () => void
}

/** What is chosen, each with a button that takes it out. */
export function ChosenChips({ label, chosen, onRemove, onLastRemoved }: ChosenChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  if (chosen.length === 0) return null

  const handleRemove = (id: string, index: number) => {
    flushSync(() => onRemove(id))
    const buttons = list.current?.querySelectorAll('button') ?? []
    // That of the next, which has taken its place, or of the last.
    const next = buttons[Math.min(index, buttons.length - 1)]
    if (next) next.focus()
    else onLastRemoved()
  }

  return (
    <ul ref={list} aria-label={label} className="flex flex-wrap gap-1.5">
      {chosen.map(({ id, label: name }, index) => (
        <li
          key={id}
          className="flex min-w-0 max-w-full items-center rounded-control bg-accent-soft pl-2.5 font-medium text-13"
        >
          <span className="truncate">{name}</span>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => handleRemove(id, index)}
            className="grid size-7 shrink-0 place-items-center rounded-control text-muted hover:text-ink touch:size-11"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  )
}
