import { Link } from 'wouter'
import { classNames } from './class-names.ts'

type FilterLinksProps = {
  label: string
  choices: { label: string; href: string; isChosen: boolean }[]
}

/** Which part of something is shown, as links, since it is part of the address: each is a step that Back takes back. */
export function FilterLinks({ label, choices }: FilterLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ label: words, href, isChosen }) => (
          <li key={words}>
            <Link
              href={href}
              aria-current={isChosen ? 'true' : undefined}
              className={classNames(
                'flex min-h-9 items-center rounded-full border px-3.5 font-medium text-13 touch:min-h-11',
                isChosen
                  ? 'border-accent bg-accent-soft text-accent'
                  : 'border-control bg-surface text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
