import { useOwnProfile } from '#client/domain/current-user.ts'
import { AgreementDialog } from '#client/features/documents/agreement-dialog.tsx'
import { isStaff } from '#contract/users/roles.ts'
import type { OpenedProps } from './opened-props.ts'

/** An agreement to read, for its partner and staff. */
export default function OpenedAgreement({ user, id, ...opening }: OpenedProps) {
  const staff = isStaff(user.role)
  const { data: profile } = useOwnProfile(!staff)
  return (
    <AgreementDialog
      key={id}
      documentId={id}
      isStaff={staff}
      isOnboarded={profile?.onboardingStatus === 'completed'}
      {...opening}
    />
  )
}
