import { useQuery } from '@tanstack/react-query'
import { ActivationComments } from '#client/features/activations/activation-comments.tsx'
import { ActivationDetails } from '#client/features/activations/activation-details.tsx'
import { hasBegun } from '#client/features/activations/activation-times.ts'
import { useActivation } from '#client/features/activations/queries.ts'
import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { ObligationList } from '#client/features/obligations/obligation-list.tsx'
import { recordPaymentFor } from '#client/features/payments/lazy-dialogs.tsx'
import { useRecap } from '#client/features/recaps/queries.ts'
import { RecapSection } from '#client/features/recaps/recap-section.tsx'
import { EventTasks } from '#client/features/tasks/event-tasks.tsx'
import { useTasksOfEvent } from '#client/features/tasks/queries.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useNow } from '#client/lib/use-now.ts'
import { isStaff } from '#contract/users/roles.ts'
import { AskedTerms } from './asked-terms.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The dialog of an activation, for its partner and for staff, with the tasks of its plan and what its agreement asks of each side. */
export default function OpenedActivation({ user, id, ...opening }: OpenedProps) {
  useSeenByOpening('activation', { user, id, open: opening.open })
  const staff = isStaff(user.role)
  const obligations = useQuery(readOf('/api/activations/:id/obligations', { params: { id } }))
  const comments = useQuery(readOf('/api/activations/:id/comments', { params: { id } }))
  const now = useNow()
  const { data: activation } = useActivation(id, opening.open)
  const isHeld = activation !== undefined && activation.stage !== 'canceled' && hasBegun(activation, now)
  const recap = useRecap(id, isHeld)
  const tasks = useTasksOfEvent(id, staff)
  return (
    <ActivationDetails
      key={id}
      activationId={id}
      isStaff={staff}
      isReadingMore={
        obligations.isPending || comments.isPending || tasks.isPending || (isHeld && recap.isPending)
      }
      renderMore={({ documentId, plan }) => (
        <>
          {staff && documentId && <AskedTerms documentId={documentId} />}
          {isHeld && recap.data && <RecapSection recap={recap.data} />}
          <EventTasks activationId={id} isForStaff={staff} title={plan ? `Plan: ${plan.name}` : 'Tasks'} />
          <ObligationList activationId={id} {...(staff && { recordPayment: recordPaymentFor })} />
          <ActivationComments id={id} userId={user.id} />
        </>
      )}
      {...opening}
    />
  )
}
