import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useIsStaff } from '#client/domain/current-user.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { useIsFirstRead } from '#client/ui/query-state.tsx'
import { keysOf } from '#contract/keys-of.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { CalendarFeed } from './calendar/calendar-feed.tsx'
import { PasskeysSection } from './passkeys/passkeys-section.tsx'
import { PersonalData } from './personal-data/personal-data.tsx'
import { OwnDetails } from './profile/own-details.tsx'
import { RecoveryCodesSection } from './recovery-codes/recovery-codes-section.tsx'
import { Sessions } from './sessions/sessions.tsx'

const tabLabels = {
  profile: 'Profile',
  people: 'People',
  notifications: 'Notifications',
  security: 'Security',
  calendar: 'Calendar',
}
type AccountDialogProps = {
  user: CurrentUser
  /** Content below the user's own details, such as the profile of a partner. */
  profile?: ReactNode
  /** The people of the user's partner; absent for a user without one. */
  people?: ReactNode
  /** The settings of what the user is notified of, and by which channel. */
  notifications: ReactNode
  tab: string
  open: boolean
  onClose: () => void
  /** The dialogs that open on top of this one. */
  children: ReactNode
}

/** The user's own account: who they are to others, how they sign in, and where they are signed in. */
export function AccountDialog({
  user,
  profile,
  people,
  notifications,
  tab,
  open,
  onClose,
  children,
}: AccountDialogProps) {
  const { linkTo } = useAddressDialog('account')
  const isStaff = useIsStaff()
  const tabs = keysOf(tabLabels).filter((name) => name !== 'people' || people)
  const shown = tabs.find((name) => name === tab) ?? 'profile'
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Account and security"
      size="wide"
      isReadOnly
      isLive={shown === 'notifications' || shown === 'people'}
    >
      {user.viewing ? (
        <Alert tone="info" title="You are viewing the portal as a partner">
          Stop viewing to see your own account.
        </Alert>
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <FilterLinks
            label="Account"
            inPlace
            choices={tabs.map((name) => ({
              label: tabLabels[name],
              href: linkTo(name).href,
              isChosen: name === shown,
            }))}
          />
          {shown === 'profile' && (
            <div className="grid grid-cols-1 gap-8">
              <OwnDetails user={user} />
              {profile}
            </div>
          )}
          {shown === 'people' && people}
          {shown === 'notifications' && notifications}
          {shown === 'security' && <Security isStaff={isStaff} />}
          {shown === 'calendar' && <CalendarFeed isForStaff={isStaff} />}
        </div>
      )}
      {children}
    </Dialog>
  )
}

function Security({ isStaff }: { isStaff: boolean }) {
  const passkeys = useQuery({ ...readOf('/api/account/passkeys'), ...notInEventStream })
  const codes = useQuery({ ...readOf('/api/account/recovery-codes'), ...notInEventStream, enabled: isStaff })
  const sessions = useQuery({ ...readOf('/api/account/sessions'), ...notInEventStream })
  // All parts appear together, so that none moves another when its read ends.
  if (useIsFirstRead([passkeys, sessions, ...(isStaff ? [codes] : [])])) {
    return (
      <div className="min-h-[80dvh]">
        <Loading />
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-8">
      <PasskeysSection />
      {isStaff && <RecoveryCodesSection />}
      <Sessions />
      <PersonalData />
    </div>
  )
}
