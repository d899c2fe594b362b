import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { Link } from 'wouter'
import { useNotificationsDialog } from '#client/domain/opened.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { useMedia } from '#client/lib/use-media.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogFooter } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Popover } from '#client/ui/popover.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { MarkAll } from './mark-all.tsx'
import { NotificationItem, NotificationSkeletons } from './notification-item.tsx'

const shownCount = 10

type BellPanelProps = {
  user: CurrentUser
  /** The ref of the bell. */
  anchorRef: RefObject<HTMLElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The newest notifications: at the bell, on a phone over the whole screen. */
export default function BellPanel({ user, anchorRef, open, onOpenChange }: BellPanelProps) {
  const isWide = useMedia('(min-width: 40rem)')
  const opening = { open, onOpenChange, title: 'Notifications' }
  if (!isWide) {
    return (
      <Dialog {...opening} size="details" isReadOnly isLive>
        <div className="-mx-4 -mt-5">
          <Newest user={user} />
        </div>
        <DialogFooter>
          <div className="-mx-2 flex flex-1 items-center justify-between gap-3">
            <Links user={user} />
          </div>
        </DialogFooter>
      </Dialog>
    )
  }
  return (
    <Popover {...opening} anchorRef={anchorRef} footer={<Links user={user} />}>
      <Newest user={user} />
    </Popover>
  )
}

function Newest({ user }: { user: CurrentUser }) {
  const regionRef = useRef<HTMLDivElement>(null)
  const query = useQuery(pageOf('/api/notifications', { query: { limit: String(shownCount) } }))
  const now = useNow()
  return (
    <div ref={regionRef} tabIndex={-1} className="outline-none">
      <QueryState
        query={query}
        className="flex min-h-64 flex-col"
        loading={<NotificationSkeletons />}
        failure={{ title: 'The notifications could not be loaded' }}
        failureClassName="p-4"
        empty={{
          when: ({ rows }) => rows.length === 0,
          show: <EmptyState icon={Bell} line="You're all caught up" />,
        }}
      >
        {({ rows }) => (
          <>
            <MarkAll
              user={user}
              newest={rows[0]}
              onMarked={() => regionRef.current?.focus()}
              className="border-line border-b px-4"
            />
            <ul aria-label="Notifications" className="divide-y divide-line">
              {rows.map((row) => (
                <NotificationItem key={row.id} notification={row} user={user} now={now} />
              ))}
            </ul>
          </>
        )}
      </QueryState>
    </div>
  )
}

function Links({ user }: { user: CurrentUser }) {
  const all = useNotificationsDialog()
  const account = useAddressDialog('account')
  return (
    <>
      {!user.viewing && (
        <Button asChild variant="quiet" size="small">
          <Link {...account.linkTo('notifications')}>Notification settings</Link>
        </Button>
      )}
      <Button asChild variant="quiet" size="small" className="ml-auto">
        <Link {...all.linkTo('all')}>See all</Link>
      </Button>
    </>
  )
}
