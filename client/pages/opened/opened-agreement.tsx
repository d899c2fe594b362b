import { useOwnProfile } from '#client/domain/current-user.ts'
import { AgreementDialog } from '#client/features/documents/agreement-dialog.tsx'
import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { OpenedProps } from './opened-props.ts'

/** The dialog in which a partner or staff read an agreement. */
export default function OpenedAgreement({ user, id, ...opening }: OpenedProps) {
  const staff = isStaff(user.role)
  useSeenByOpening('agreement', { user, id, open: opening.open })
  const { data: profile } = useOwnProfile(!staff)
  const isOnboarded = profile?.onboardingStatus === 'completed'
  return <AgreementDialog key={id} documentId={id} isStaff={staff} isOnboarded={isOnboarded} {...opening} />
}
