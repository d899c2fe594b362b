import { Link } from 'wouter'
import { classNames } from './class-names.ts'

type FilterLinksProps = {
  label: string
  choices: { label: string; href: string; isChosen: boolean }[]
  /** Whether a choice replaces the history entry, for links in a dialog, where Back closes the dialog. */
  inPlace?: boolean
}

/** Links that choose which part of a list is shown. The choice is part of the address, so that Back undoes it. */
export function FilterLinks({ label, choices, inPlace = false }: FilterLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-1 sm:gap-2">
        {choices.map(({ label, href, isChosen }) => (
          <li key={label}>
            <Link
              href={href}
              {...(inPlace && { replace: true, state: history.state })}
              aria-current={isChosen ? 'true' : undefined}
              className={classNames(
                'flex min-h-9 items-center rounded-full border px-3 font-medium text-13 sm:px-3.5 touch:min-h-11',
                isChosen
                  ? 'border-accent bg-accent-soft text-accent'
                  : 'border-control bg-surface text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
