import { membershipOf, useOwnProfile } from '#client/domain/current-user.ts'
import { AccountDialog } from '#client/features/account/account-dialog.tsx'
import { NotificationSettings } from '#client/features/notifications/preferences/notification-settings.tsx'
import { OwnMembers } from '#client/features/partners/members/own-members.tsx'
import { OwnProfile } from '#client/features/partners/profile/own-profile.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The account dialog. Before onboarding is complete, the profile is a separate step of onboarding instead. */
export default function OpenedAccount({ user, id, children, ...opening }: OpenedProps) {
  const { data: profile } = useOwnProfile(!user.viewing)
  const membership = membershipOf(user)
  const isOnboarded = profile?.onboardingStatus === 'completed'
  return (
    <AccountDialog
      user={user}
      tab={id}
      people={membership && <OwnMembers membership={membership} />}
      notifications={<NotificationSettings />}
      profile={isOnboarded && <OwnProfile user={user} profile={profile} />}
      {...opening}
    >
      {children}
    </AccountDialog>
  )
}
