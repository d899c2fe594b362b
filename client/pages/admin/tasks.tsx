import { lazy, Suspense } from 'react'
import StaffTaskList from '#client/features/tasks/list/staff-task-list.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { Loading } from '#client/ui/loading.tsx'

// What creates tasks is opened less often than they are.
const plans = new Map([
  ['recurring', lazy(() => import('#client/features/task-plans/series/series-table.tsx'))],
  ['templates', lazy(() => import('#client/features/task-plans/templates/template-table.tsx'))],
  ['sets', lazy(() => import('#client/features/task-plans/sets/set-table.tsx'))],
])

/** The tab Tasks: the tasks of all partners, and what creates them. */
export default function Tasks() {
  const Plan = plans.get(useAddressView().get('view'))
  if (!Plan) return <StaffTaskList />
  return (
    <Suspense fallback={<Loading />}>
      <Plan />
    </Suspense>
  )
}
