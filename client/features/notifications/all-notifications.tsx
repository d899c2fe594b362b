import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useNotificationsDialog } from '#client/domain/opened.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { dayLabel } from '#client/lib/day-label.ts'
import { pagesOf } from '#client/lib/query-client.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { LeavingProvider, useLeavingRows } from '#client/ui/leaving-rows.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import { useFocusOfGoneRow } from '#client/ui/use-focus-of-gone-row.ts'
import { notificationDays } from '#contract/limits.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { MarkAll } from './mark-all.tsx'
import { NotificationItem } from './notification-item.tsx'

const filterLabels = { all: 'All', new: 'New' }

type AllNotificationsProps = {
  user: CurrentUser
  /** `new` to list only the notifications that were not seen. */
  filter: string
  open: boolean
  onClose: () => void
  /** The dialogs that open on top of this one. */
  children: ReactNode
}

/** The user's notifications by day. */
export function AllNotifications({ user, filter, open, onClose, children }: AllNotificationsProps) {
  const { linkTo } = useNotificationsDialog()
  const account = useAddressDialog('account')
  const listProps = useFocusOfGoneRow()
  const now = useNow()
  const isNew = filter === 'new'
  const query = useInfiniteQuery(pagesOf('/api/notifications', { query: isNew ? { unseen: '1' } : {} }))
  const { rows, leavingOf } = useLeavingRows(
    query.data?.pages.flatMap((page) => page.rows),
    { list: filter },
  )
  // The focused button goes away once its notification is marked as seen.
  const handleMarked = () => listProps.ref.current?.focus()

  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Notifications"
      description={
        <>
          {`The last ${notificationDays} days.`}
          {!user.viewing && (
            <>
              {' '}
              <Link {...account.linkTo('notifications')} className="text-link">
                Notification settings
              </Link>
            </>
          )}
        </>
      }
      size="wide"
      isReadOnly
      isLive
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <FilterLinks
          label="Shown notifications"
          inPlace
          choices={Object.entries(filterLabels).map(([name, label]) => ({
            label,
            href: linkTo(name).href,
            isChosen: (name === 'new') === isNew,
          }))}
        />
        <MarkAll user={user} newest={rows?.[0]} onMarked={handleMarked} />
      </div>
      <div {...listProps} className="-mx-4 mt-2 outline-none sm:-mx-2">
        <PagedList
          what="notifications"
          query={query}
          rows={rows && daysOf(rows, now)}
          emptyLine={isNew ? "You're all caught up" : 'No notifications yet'}
          renderRow={({ label, notifications }) => (
            <li key={label} className="pt-4">
              <h3 className="px-4 pb-1 font-medium text-13 text-muted">{label}</h3>
              <ul aria-label={label} className="divide-y divide-line">
                {notifications.map((each) => (
                  <LeavingProvider key={each.id} row={leavingOf(each)}>
                    <NotificationItem notification={each} user={user} canMark />
                  </LeavingProvider>
                ))}
              </ul>
            </li>
          )}
        />
      </div>
      {children}
    </Dialog>
  )
}

const daysOf = (rows: Notification[], now: number) =>
  [...Map.groupBy(rows, ({ createdAt }) => dayLabel(createdAt, now))].map(([label, notifications]) => ({
    label,
    notifications,
  }))
