import { useQuery } from '@tanstack/react-query'
import { ActivationComments } from '#client/features/activations/activation-comments.tsx'
import { ActivationDetails } from '#client/features/activations/activation-details.tsx'
import { ObligationList } from '#client/features/obligations/obligation-list.tsx'
import { recordPaymentFor } from '#client/features/payments/lazy-dialogs.tsx'
import { readOf } from '#client/lib/query-client.ts'
import { isStaff } from '#contract/users/roles.ts'
import { AskedTerms } from './asked-terms.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The dialog of an activation, for its partner and for staff, with what its agreement asks of each side. */
export default function OpenedActivation({ user, id, ...opening }: OpenedProps) {
  const staff = isStaff(user.role)
  const obligations = useQuery(readOf('/api/activations/:id/obligations', { params: { id } }))
  const comments = useQuery(readOf('/api/activations/:id/comments', { params: { id } }))
  return (
    <ActivationDetails
      key={id}
      activationId={id}
      isStaff={staff}
      isReadingMore={obligations.isPending || comments.isPending}
      renderMore={({ documentId }) => (
        <>
          {staff && documentId && <AskedTerms documentId={documentId} />}
          <ObligationList activationId={id} {...(staff && { recordPayment: recordPaymentFor })} />
          <ActivationComments id={id} userId={user.id} />
        </>
      )}
      {...opening}
    />
  )
}
