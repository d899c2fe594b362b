import { LogOut } from 'lucide-react'
import type { MouseEvent } from 'react'
import { readMark } from '#client/lib/kept-mark.ts'
import { handleLogout } from '#client/lib/sign-in-again.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogHost, useOpenDialog } from '#client/ui/dialog-host.tsx'
import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

const UnsentPhotosDialog = lazyOpening(
  async () => (await import('./unsent-photos-dialog.tsx')).UnsentPhotosDialog,
)

type LogoutButtonProps = { variant?: 'secondary' | 'quiet'; size?: 'small' | 'regular'; hasIcon?: boolean }

/** The link that signs out. While photos wait on this device, it first asks what to do with them. */
export const LogoutButton = (props: LogoutButtonProps) => (
  <DialogHost>
    <LogoutLink {...props} />
  </DialogHost>
)

function LogoutLink({ hasIcon = true, ...button }: LogoutButtonProps) {
  const openDialog = useOpenDialog()

  function handleClick(event: MouseEvent) {
    if (!readMark()?.photos) return handleLogout()
    event.preventDefault()
    openDialog((opening) => <UnsentPhotosDialog {...opening} />)
  }

  return (
    <Button {...button} {...(hasIcon && { icon: LogOut })} asChild>
      <a href="/api/logout" onClick={handleClick}>
        Logout
      </a>
    </Button>
  )
}
