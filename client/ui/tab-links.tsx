import { Link } from 'wouter'
import { classNames } from './class-names.ts'

type TabLinksProps = {
  label: string
  tabs: { id: string; label: string; href: string }[]
  current: string
}

/** Parts of a page, each with an address of its own. On a phone the row scrolls sideways. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  return (
    <nav aria-label={label} className="overflow-x-auto border-line border-b [scrollbar-width:none]">
      <ul className="flex min-w-max gap-1">
        {tabs.map(({ id, label: name, href }) => (
          <li key={id}>
            <Link
              href={href}
              aria-current={id === current ? 'page' : undefined}
              ref={id === current ? bringIntoSight : undefined}
              className={classNames(
                'relative flex min-h-11 items-center rounded-control px-3 font-medium text-15 focus-visible:-outline-offset-2',
                id === current
                  ? 'text-ink after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:bg-accent'
                  : 'text-muted hover:text-ink',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

// The one that is open may lie beyond the edge of a phone.
const bringIntoSight = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
