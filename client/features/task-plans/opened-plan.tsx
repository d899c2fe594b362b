import { ListX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { ApiError } from '#client/lib/api.ts'
import { useLastValue } from '#client/lib/use-last-value.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryState } from '#client/ui/query-state.tsx'

/** The props of a dialog whose subject is in the address. */
export type PlanOpening = {
  /** The id of the plan, or `new`. */
  planId: string
  open: boolean
  onClose: () => void
}

/** The dialog of a plan, which is in the address. Its key changes each time it is opened, so that its form starts again. */
export const usePlanDialog = () => {
  const { value, close, linkTo } = useAddressDialog('plan')
  const planId = useLastValue(value)
  const [last, setLast] = useState({ value, number: 0 })
  if (last.value !== value) setLast({ value, number: last.number + (value === null ? 0 : 1) })
  return {
    linkTo,
    key: last.number,
    opening: planId && { planId, open: value !== null, onClose: close },
  }
}

type OpenedPlanProps<Plan> = Omit<PlanOpening, 'planId'> & {
  title: string
  /** The query of the plan; null for a new one, for which there is nothing to read. */
  query: {
    data: Plan | undefined
    isFetching: boolean
    isError: boolean
    error: Error | null
    refetch: () => unknown
  } | null
  children: (plan: Plan | null) => ReactNode
}

/** Shows the form of a plan once the plan is read. Later reads do not change what the user has typed. */
export function OpenedPlan<Plan>({ title, query, open, onClose, children }: OpenedPlanProps<Plan>) {
  const [isRead, setRead] = useState(false)
  if (!isRead && query?.data !== undefined && !query.isFetching) setRead(true)
  if (!query) return children(null)
  if (isRead && query.data !== undefined) return children(query.data)
  if (!query.isError) return null
  const isGone = query.error instanceof ApiError && [400, 404].includes(query.error.status)
  return (
    <Dialog title={title} open={open} onOpenChange={onClose}>
      {isGone ? (
        <EmptyState icon={ListX} line="This no longer exists." />
      ) : (
        <QueryState query={query} failure={{ title: 'This could not be loaded' }}>
          {() => null}
        </QueryState>
      )}
    </Dialog>
  )
}
