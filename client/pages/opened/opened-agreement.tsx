import { useQuery } from '@tanstack/react-query'
import { useOwnProfile } from '#client/domain/current-user.ts'
import { AgreementDialog } from '#client/features/documents/agreement-dialog.tsx'
import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { ObligationList } from '#client/features/obligations/obligation-list.tsx'
import { recordPaymentFor } from '#client/features/payments/lazy-dialogs.tsx'
import { readOf } from '#client/lib/query-client.ts'
import { isStaff } from '#contract/users/roles.ts'
import { AskedTerms } from './asked-terms.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The dialog in which a partner or staff read an agreement. */
export default function OpenedAgreement({ user, id, ...opening }: OpenedProps) {
  const staff = isStaff(user.role)
  useSeenByOpening('agreement', { user, id, open: opening.open })
  const { data: profile } = useOwnProfile(!staff)
  const isOnboarded = profile?.onboardingStatus === 'completed'
  const obligations = useQuery(readOf('/api/partner/documents/:id/obligations', { params: { id } }))
  return (
    <AgreementDialog
      key={id}
      documentId={id}
      isStaff={staff}
      isOnboarded={isOnboarded}
      isReadingMore={obligations.isPending}
      renderAbove={({ documentType, status }) =>
        staff &&
        status === 'signed' &&
        documentType === 'venue_partnership_agreement' && (
          <div className="mb-9">
            <AskedTerms documentId={id} />
          </div>
        )
      }
      renderBelow={() => (
        <div className="mt-6 empty:hidden">
          <ObligationList documentId={id} {...(staff && { recordPayment: recordPaymentFor })} />
        </div>
      )}
      {...opening}
    />
  )
}
