import { Link } from 'wouter'
import { bringIntoSight } from './bring-into-sight.ts'
import { classNames } from './class-names.ts'

export type TabLink = {
  label: string
  /** The number next to the label, hidden if 0, and the name of the counted items. */
  count?: { value: number; of: string } | undefined
  isCurrent: boolean
  link: { href: string; replace?: boolean; state?: unknown }
}

/** The links to the parts of a screen, each with an address. On a phone, the row scrolls sideways. */
export function TabLinks({ label, tabs, className }: { label: string; tabs: TabLink[]; className?: string }) {
  return (
    <nav
      aria-label={label}
      className={classNames('overflow-x-auto border-line border-b [scrollbar-width:none]', className)}
    >
      <ul className="flex min-w-max gap-1">
        {tabs.map(({ label, count, isCurrent, link }) => (
          <li key={label}>
            <Link
              {...link}
              aria-current={isCurrent ? 'page' : undefined}
              ref={isCurrent ? bringIntoSight : undefined}
              className={classNames(
                'relative flex min-h-11 items-center gap-1.5 rounded-control px-3 font-medium text-15 focus-visible:-outline-offset-2',
                isCurrent
                  ? 'text-ink after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:bg-accent'
                  : 'text-muted hover:text-ink',
              )}
            >
              {label}
              {count && count.value > 0 && (
                <span
                  data-outlined
                  title={`${count.value} ${count.of}`}
                  className="grid h-5 min-w-5 place-items-center rounded-full bg-sunken px-1.5 text-12 text-muted tabular-nums"
                >
                  {count.value}
                  <span className="sr-only"> {count.of}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
