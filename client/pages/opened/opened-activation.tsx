import { useQuery } from '@tanstack/react-query'
import { ActivationDetails } from '#client/features/activations/activation-details.tsx'
import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { ObligationList } from '#client/features/obligations/obligation-list.tsx'
import { recordPaymentFor } from '#client/features/payments/lazy-dialogs.tsx'
import { EventTasks } from '#client/features/tasks/event-tasks.tsx'
import { useTasksOfEvent } from '#client/features/tasks/queries.ts'
import { readOf } from '#client/lib/query-client.ts'
import { isStaff } from '#contract/users/roles.ts'
import { AskedTerms } from './asked-terms.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The dialog of an activation, for its partner and for staff, with the tasks of its plan and what its agreement asks of each side. */
export default function OpenedActivation({ user, id, ...opening }: OpenedProps) {
  useSeenByOpening('activation', { user, id, open: opening.open })
  const staff = isStaff(user.role)
  const obligations = useQuery(readOf('/api/activations/:id/obligations', { params: { id } }))
  const tasks = useTasksOfEvent(id, staff)
  return (
    <ActivationDetails
      key={id}
      activationId={id}
      isStaff={staff}
      isReadingMore={obligations.isPending || tasks.isPending}
      renderMore={({ documentId, plan }) => (
        <>
          {staff && documentId && <AskedTerms documentId={documentId} />}
          <EventTasks activationId={id} isForStaff={staff} title={plan ? `Plan: ${plan.name}` : 'Tasks'} />
          <ObligationList activationId={id} {...(staff && { recordPayment: recordPaymentFor })} />
        </>
      )}
      {...opening}
    />
  )
}
