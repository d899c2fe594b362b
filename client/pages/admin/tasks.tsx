import { Suspense } from 'react'
import StaffTaskList from '#client/features/tasks/list/staff-task-list.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Loading } from '#client/ui/loading.tsx'

// The plans that create tasks are loaded on demand, because staff open them less often than the tasks.
const plans = new Map([
  ['recurring', lazyPart(() => import('#client/features/task-plans/series/series-table.tsx'))],
  ['templates', lazyPart(() => import('#client/features/task-plans/templates/template-table.tsx'))],
  ['sets', lazyPart(() => import('#client/features/task-plans/sets/set-table.tsx'))],
])

/** The Tasks tab: the tasks of all partners, and the plans that create tasks. */
export default function Tasks() {
  const Plan = plans.get(useAddressView().get('view'))
  if (!Plan) return <StaffTaskList />
  return (
    <Suspense fallback={<Loading />}>
      <Plan />
    </Suspense>
  )
}
