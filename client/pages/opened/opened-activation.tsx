import { useQuery } from '@tanstack/react-query'
import { ActivationDetails } from '#client/features/activations/activation-details.tsx'
import { hasBegun } from '#client/features/activations/activation-times.ts'
import { useActivation } from '#client/features/activations/queries.ts'
import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { ObligationList } from '#client/features/obligations/obligation-list.tsx'
import { recordPaymentFor } from '#client/features/payments/lazy-dialogs.tsx'
import { useRecap } from '#client/features/recaps/queries.ts'
import { RecapSection } from '#client/features/recaps/recap-section.tsx'
import { readOf } from '#client/lib/query-client.ts'
import { useNow } from '#client/lib/use-now.ts'
import { isStaff } from '#contract/users/roles.ts'
import { AskedTerms } from './asked-terms.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The dialog of an activation, for its partner and for staff, with what its agreement asks of each side. */
export default function OpenedActivation({ user, id, ...opening }: OpenedProps) {
  const staff = isStaff(user.role)
  const obligations = useQuery(readOf('/api/activations/:id/obligations', { params: { id } }))
  const now = useNow()
  const { data: activation } = useActivation(id, opening.open)
  const isHeld = activation !== undefined && activation.stage !== 'canceled' && hasBegun(activation, now)
  const recap = useRecap(id, isHeld)
  useSeenByOpening('activation', { user, id, open: opening.open })
  return (
    <ActivationDetails
      key={id}
      activationId={id}
      isStaff={staff}
      isReadingMore={obligations.isPending || (isHeld && recap.isPending)}
      renderMore={({ documentId }) => (
        <>
          {staff && documentId && <AskedTerms documentId={documentId} />}
          {isHeld && recap.data && <RecapSection recap={recap.data} />}
          <ObligationList activationId={id} {...(staff && { recordPayment: recordPaymentFor })} />
        </>
      )}
      {...opening}
    />
  )
}
