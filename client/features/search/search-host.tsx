import { useEffect, useState } from 'react'
import { useOwnProfile } from '#client/domain/current-user.ts'
import { useNewTaskDialog, useNotificationsDialog, useShownPartner } from '#client/domain/opened.ts'
import { useLastValue } from '#client/lib/use-last-value.ts'
import { DialogHost, type DialogOpening, useOpenDialog } from '#client/ui/dialog-host.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { AdminTabs, PartnerAction } from './actions.tsx'
import { palette, shortcutList } from './openers.ts'
import { shortcutsOf } from './shortcuts/shortcuts.ts'
import { useShortcuts } from './shortcuts/use-shortcuts.ts'
import { useTypedAhead } from './use-typed-ahead.ts'

const close = ({ onOpenChange }: DialogOpening) => onOpenChange(false)
const Palette = lazyDialog(() => import('./palette.tsx'), close)
const ShortcutsDialog = lazyDialog(() => import('./shortcuts/shortcuts-dialog.tsx'), close)

export const loadSearch = Palette.load

type SearchHostProps = {
  user: CurrentUser
  adminTabs: AdminTabs
  partnerActions: readonly PartnerAction[]
}

/** Opens the search and the list of shortcuts, by their keys and buttons. Each is loaded when it is first opened. */
export const SearchHost = (props: SearchHostProps) => (
  <DialogHost>
    <Search {...props} />
  </DialogHost>
)

function Search({ user, adminTabs, partnerActions }: SearchHostProps) {
  const openDialog = useOpenDialog()
  const [shown, setShown] = useState<'search' | 'shortcuts' | null>(null)
  const last = useLastValue(shown)
  const profile = useOwnProfile(!isStaff(user.role))
  const scope = {
    isStaff: isStaff(user.role),
    isOnboarded: isStaff(user.role) || profile.data?.onboardingStatus === 'completed',
  }
  const shortcuts = shortcutsOf(scope, {
    newTask: useNewTaskDialog().linkTo(useShownPartner()),
    notifications: useNotificationsDialog().linkTo('all'),
  })

  useShortcuts(shortcuts, () => setShown(shown === 'search' ? null : 'search'))
  useEffect(() => palette.on(() => setShown('search')), [])
  useEffect(() => shortcutList.on(() => setShown('shortcuts')), [])

  const text = useTypedAhead(shown === 'search', () => setShown(null))

  const opening = { open: shown !== null, onOpenChange: (open: boolean) => !open && setShown(null) }
  return (
    <>
      {last === 'search' && (
        <Palette
          {...opening}
          {...text}
          {...{ user, scope, shortcuts, adminTabs, partnerActions }}
          onOpenDialog={openDialog}
        />
      )}
      {last === 'shortcuts' && <ShortcutsDialog {...opening} shortcuts={shortcuts} isStaff={scope.isStaff} />}
    </>
  )
}
