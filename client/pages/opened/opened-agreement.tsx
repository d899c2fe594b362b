import { useOwnProfile } from '#client/domain/current-user.ts'
import { AgreementDialog } from '#client/features/documents/agreement-dialog.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'

type OpenedAgreementProps = { me: CurrentUser; documentId: string; open: boolean; onClose: () => void }

/** An agreement to read, for its partner and staff. */
export default function OpenedAgreement({ me, ...dialog }: OpenedAgreementProps) {
  const staff = isStaff(me.role)
  const { data: profile } = useOwnProfile(!staff)
  return (
    <AgreementDialog {...dialog} isStaff={staff} isOnboarded={profile?.onboardingStatus === 'completed'} />
  )
}
