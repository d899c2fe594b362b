import { CalendarX } from 'lucide-react'
import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { useRecap } from '#client/features/recaps/queries.ts'
import { RecapView } from '#client/features/recaps/recap-view.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'

/** The page that shows what came of an event, for its partner and for staff. */
export default function RecapPage({ user }: { user: CurrentUser }) {
  const id = useAddressView().get('of')
  useSeenByOpening('activation', { user, id, open: true })
  return (
    <QueryState
      query={useRecap(id)}
      failure={{ title: 'The recap could not be loaded' }}
      missing={<EmptyState icon={CalendarX} line="This activation no longer exists." />}
    >
      {(recap) => <RecapView recap={recap} isStaff={isStaff(user.role)} />}
    </QueryState>
  )
}
