import { Link, useLocation } from 'wouter'
import { classNames } from '#client/ui/class-names.ts'
import { trimEndOf } from '#contract/trim-ends.ts'

const links = [
  { href: '/', label: 'Dashboard', alias: '/dashboard' },
  { href: '/resources', label: 'Resources', alias: null },
  { href: '/admin', label: 'Admin', alias: null },
]

type NavLinksProps = {
  className: string
  /** Called when a link is followed, also for the current one. */
  onFollow?: () => void
}

/** The links to the three main parts of the portal. */
export function NavLinks({ className, onFollow }: NavLinksProps) {
  const [location] = useLocation()
  const path = `/${trimEndOf(location.slice(1), '/')}`
  return links.map(({ href, label, alias }) => {
    const isCurrent = path === href || path === alias
    return (
      <Link
        key={href}
        href={href}
        onClick={onFollow}
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames(
          'flex items-center rounded-control px-3 font-medium hover:bg-sunken',
          isCurrent ? 'bg-accent-soft text-accent' : 'text-muted hover:text-ink',
          className,
        )}
      >
        {label}
      </Link>
    )
  })
}
