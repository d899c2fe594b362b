import { CalendarX } from 'lucide-react'
import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { useRecap } from '#client/features/recaps/queries.ts'
import { RecapDialog } from '#client/features/recaps/recap-dialog.tsx'
import { DetailsDialog } from '#client/ui/details-dialog.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { isStaff } from '#contract/users/roles.ts'
import type { OpenedProps } from './opened-props.ts'

/** The form that asks what came of an event, for its partner and for staff. */
export default function OpenedRecap({ user, id, open, onClose, children }: OpenedProps) {
  const query = useRecap(id)
  useSeenByOpening('activation', { user, id, open })
  if (!query.data) {
    return (
      <DetailsDialog
        query={query}
        what="recap"
        titleOf={() => 'Recap'}
        loading={<Loading />}
        gone={{ icon: CalendarX, line: 'This activation no longer exists.' }}
        className="min-h-48"
        renderDetails={() => null}
        open={open}
        onClose={onClose}
      >
        {children}
      </DetailsDialog>
    )
  }
  return (
    <>
      <RecapDialog
        key={id}
        recap={query.data}
        userId={user.id}
        isStaff={isStaff(user.role)}
        open={open}
        onOpenChange={onClose}
      />
      {children}
    </>
  )
}
