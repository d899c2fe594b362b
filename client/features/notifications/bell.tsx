import { Bell as BellIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { IconButton } from '#client/ui/button.tsx'
import { CountBadge, shownCount } from '#client/ui/count-badge.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { useUnseenCount } from './unseen.ts'

const BellPanel = lazyDialog(
  () => import('./bell-panel.tsx'),
  ({ onOpenChange }) => onOpenChange(false),
)

export const loadBell = BellPanel.load

// The badge has room for two characters.
const most = 9

/** Shows how many notifications are new, and opens the newest ones. Any change of the address closes them. */
export function Bell({ user }: { user: CurrentUser }) {
  const [path] = useLocation()
  const address = `${path}?${useSearch()}`
  // The address at which the panel was opened; undefined while it is closed.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === address
  // Returning to that address with Back must not open the panel again.
  if (openAt !== undefined && !isOpen) setOpenAt(undefined)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const count = useUnseenCount() ?? 0
  const setOpen = (open: boolean) => setOpenAt(open ? address : undefined)
  return (
    <>
      <IconButton
        ref={buttonRef}
        label={count > 0 ? `Notifications, ${shownCount(count, most)} new` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="relative"
      >
        <BellIcon aria-hidden className="size-5" />
        <CountBadge count={count} max={most} className="absolute top-0 left-1/2 touch:top-1" />
      </IconButton>
      <BellPanel user={user} anchorRef={buttonRef} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}
