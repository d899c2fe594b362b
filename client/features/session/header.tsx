import { Menu as MenuIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { LogoutButton } from '#client/domain/logout-button.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { LogoMark } from '#client/ui/logo-mark.tsx'
import { ThemeSwitch } from '#client/ui/theme-switch.tsx'
import { useDisclosure } from '#client/ui/use-disclosure.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { AccountLink, AccountMenu } from './account-menu.tsx'
import { NavLinks } from './nav-links.tsx'
import { PartnerSwitch } from './partner-switch.tsx'

type HeaderProps = {
  user: CurrentUser
  /** Controls between the links and the account, such as the search. */
  tools?: ReactNode
  /** Items below the theme in the account menu. */
  accountItems?: ReactNode
  /** A notice below the header, such as that the browser is offline. */
  notice?: ReactNode
}

/** The header of every screen of a signed-in user. On a small screen the links are in a menu. */
export function Header({ user, tools, accountItems, notice }: HeaderProps) {
  const menu = useDisclosure<HTMLElement>()
  return (
    <header ref={menu.containerRef} data-frame className="sticky top-0 z-40 border-line border-b bg-surface">
      <div className="px-4 sm:px-6 lg:pr-20 xl:pl-(--page-left)">
        <div className="mx-auto flex h-14 max-w-page max-lg:h-11 items-center gap-4 lg:gap-6">
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
          <div className="ml-auto flex min-w-0 items-center gap-1 lg:flex-1 lg:justify-end lg:gap-3">
            {tools}
            <div className="hidden min-w-0 items-center gap-1 lg:flex">
              <AccountMenu user={user}>{accountItems}</AccountMenu>
              <LogoutButton variant="quiet" />
            </div>
            <IconButton
              ref={menu.toggleRef}
              label={menu.isOpen ? 'Close menu' : 'Open menu'}
              aria-expanded={menu.isOpen}
              aria-controls="mobile-menu"
              onClick={menu.toggle}
              className="-mr-2 lg:hidden"
            >
              {menu.isOpen ? (
                <X aria-hidden className="size-5" />
              ) : (
                <MenuIcon aria-hidden className="size-5" />
              )}
            </IconButton>
          </div>
        </div>
      </div>
      <div
        id="mobile-menu"
        hidden={!menu.isOpen}
        className="border-line border-t px-4 py-3 sm:px-6 lg:hidden"
      >
        <nav aria-label="Main menu" className="flex flex-col gap-1">
          <NavLinks className="min-h-11" onFollow={menu.close} />
        </nav>
        <div className="mt-3 flex items-center justify-between gap-4 border-line border-t pt-3">
          <AccountLink user={user} />
          <LogoutButton variant="quiet" />
        </div>
        <PartnerSwitch user={user} />
        <div className="mt-3">
          <ThemeSwitch />
        </div>
      </div>
      {notice}
    </header>
  )
}
