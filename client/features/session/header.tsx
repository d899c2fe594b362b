import { LogOut, Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { initials, personName } from '#client/domain/person-name.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { handleLogout } from '#client/lib/sign-in-again.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { LogoMark } from '#client/ui/logo-mark.tsx'
import { ThemeSwitch } from '#client/ui/theme-switch.tsx'
import type { CurrentUser } from '#contract/session/session.ts'

const links = [
  { href: '/', label: 'Dashboard', alias: '/dashboard' },
  { href: '/resources', label: 'Resources', alias: null },
  { href: '/admin', label: 'Admin', alias: null },
]

type NavLinksProps = {
  className: string
  /** Called for the current link, too. */
  onFollow?: () => void
}

function NavLinks({ className, onFollow }: NavLinksProps) {
  const [location] = useLocation()
  const path = location.replace(/(?<=.)\/+$/, '')
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

/** Opens the account of the signed-in user. */
function AccountLink({ user }: { user: CurrentUser }) {
  const account = useAddressDialog('account')
  return (
    <Link
      {...account.linkTo('security')}
      aria-label={`Account and security: ${personName(user)}`}
      className="flex min-w-0 items-center gap-2.5 rounded-control px-1.5 py-1 hover:bg-sunken touch:min-h-11"
    >
      <Avatar src={user.profileImageUrl} initials={initials(user)} />
      <span className="truncate text-13" title={user.email}>
        {personName(user)}
      </span>
    </Link>
  )
}

function LogoutButton() {
  return (
    <Button asChild variant="quiet">
      <a href="/api/logout" onClick={handleLogout}>
        <LogOut aria-hidden className="size-4" />
        Logout
      </a>
    </Button>
  )
}

/** The header of every screen of a signed-in user. On a small screen the links are in a menu. */
export function Header({ user }: { user: CurrentUser }) {
  const [location] = useLocation()
  // The address where the menu was opened: going anywhere else closes it.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === location
  const toggleRef = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(undefined)
      // The focus may be in the menu, which goes away.
      toggleRef.current?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isOpen])

  return (
    <header className="sticky top-0 z-40 border-line border-b bg-surface">
      <div className="px-4 sm:px-6">
        <div className="mx-auto flex h-14 max-w-page items-center gap-6">
          <Link
            href="/"
            className="flex shrink-0 items-center gap-2.5 rounded-control font-semibold tracking-heading touch:min-h-11"
          >
            <LogoMark />
            Partner Portal
          </Link>
          <nav aria-label="Main" className="hidden gap-1 lg:flex">
            <NavLinks className="h-9 touch:h-11" />
          </nav>
          <div className="ml-auto hidden min-w-0 items-center gap-4 lg:flex">
            <ThemeSwitch />
            <AccountLink user={user} />
            <LogoutButton />
          </div>
          <IconButton
            ref={toggleRef}
            label={isOpen ? 'Close menu' : 'Open menu'}
            aria-expanded={isOpen}
            aria-controls="mobile-menu"
            onClick={() => setOpenAt(isOpen ? undefined : location)}
            className="-mr-2 ml-auto lg:hidden"
          >
            {isOpen ? <X aria-hidden className="size-5" /> : <MenuIcon aria-hidden className="size-5" />}
          </IconButton>
        </div>
      </div>
      <div id="mobile-menu" hidden={!isOpen} className="border-line border-t px-4 py-3 sm:px-6 lg:hidden">
        <nav aria-label="Main menu" className="flex flex-col gap-1">
          <NavLinks className="min-h-11" onFollow={() => setOpenAt(undefined)} />
        </nav>
        <div className="mt-3 flex items-center justify-between gap-4 border-line border-t pt-3">
          <AccountLink user={user} />
          <LogoutButton />
        </div>
        <div className="mt-3">
          <ThemeSwitch />
        </div>
      </div>
    </header>
  )
}
