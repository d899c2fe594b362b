import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { initials, personName } from '#client/domain/person-name.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { ThemeSwitch } from '#client/ui/theme-switch.tsx'
import { useDisclosure } from '#client/ui/use-disclosure.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { chosenBusiness, PartnerSwitch } from './partner-switch.tsx'

/** Opens the account of the signed-in user. */
export function AccountLink({ user }: { user: CurrentUser }) {
  const account = useAddressDialog('account')
  return (
    <Link
      {...account.linkTo('profile')}
      aria-label={`Account and security: ${personName(user)}`}
      className="flex min-w-0 items-center gap-2.5 rounded-control px-1.5 py-1 hover:bg-sunken touch:min-h-11"
    >
      <Avatar src={user.profileImageUrl} initials={initials(user)} />
      <AccountName user={user} />
    </Link>
  )
}

/** The name of the user, with the business for which this tab is, if there are several. */
function AccountName({ user }: { user: CurrentUser }) {
  const business = chosenBusiness(user)
  return (
    <span className="grid max-w-40 min-w-0 text-left text-13">
      <span className="truncate" title={user.email}>
        {personName(user)}
      </span>
      {business && <span className="truncate text-muted">{business}</span>}
    </span>
  )
}

type AccountMenuProps = { user: CurrentUser; children?: ReactNode }

/** The picture and name of the signed-in user, with a menu: the account, the theme and further items. */
export function AccountMenu({ user, children }: AccountMenuProps) {
  const account = useAddressDialog('account')
  const menu = useDisclosure()
  return (
    <div ref={menu.containerRef} className="relative min-w-0">
      <button
        ref={menu.toggleRef}
        type="button"
        aria-expanded={menu.isOpen}
        aria-controls="account-menu"
        aria-label={`Account: ${[personName(user), chosenBusiness(user)].filter(Boolean).join(', ')}`}
        onClick={menu.toggle}
        className="flex w-full min-w-0 items-center gap-2 rounded-control px-1.5 py-1 hover:bg-sunken touch:min-h-11"
      >
        <Avatar src={user.profileImageUrl} initials={initials(user)} />
        <AccountName user={user} />
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
      <div
        id="account-menu"
        hidden={!menu.isOpen}
        className="absolute top-full right-0 z-50 mt-1 w-64 animate-rise-in rounded-card border border-line bg-raised p-1 shadow-float"
      >
        <p className="truncate px-2.5 py-2 text-13 text-muted">{user.email}</p>
        <Link
          {...account.linkTo('profile')}
          className="flex min-h-9 items-center rounded-control px-2.5 hover:bg-sunken touch:min-h-11"
        >
          Account and security
        </Link>
        {children}
        <PartnerSwitch user={user} />
        <div className="mt-1 flex items-center justify-between gap-2 border-line border-t px-2.5 py-2">
          <span aria-hidden className="text-13 text-muted">
            Theme
          </span>
          <ThemeSwitch />
        </div>
      </div>
    </div>
  )
}
