import { Check } from 'lucide-react'
import { Link } from 'wouter'
import { Ago } from '#client/domain/day.tsx'
import { formatDate, formatDateTime, formatTime } from '#client/lib/format.ts'
import { IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { LeavingNote, useLeaving } from '#client/ui/leaving-rows.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { useMarkSeen } from './mutations.ts'
import { iconOfKind } from './notification-looks.ts'
import { useSubjectLink } from './subject-links.ts'

type NotificationItemProps = {
  notification: Notification
  user: CurrentUser
  /** The current time, to show how long ago the notification came; without it, the time of day is shown. */
  now?: number
  /** Whether the notification has a button that marks it as seen. */
  canMark?: boolean
}

/** A notification. All of it is one link to its subject. */
export function NotificationItem({ notification, user, now, canMark }: NotificationItemProps) {
  const leaving = useLeaving()
  const { id, kind, title, detail, detailAt, subject, partner, seenAt, createdAt } = notification
  const link = useSubjectLink(notification)
  const mark = useMarkSeen()
  const Icon = iconOfKind[kind]
  const isNew = seenAt === null
  const mayMark = isNew && !user.viewing
  return (
    <li className="relative flex gap-3 px-4 py-3 hover:bg-sunken/60">
      <Icon
        aria-hidden
        className={classNames('mt-0.5 size-5 shrink-0', isNew ? 'text-accent' : 'text-muted')}
      />
      <div className="min-w-0 flex-1 leading-5">
        <p title={title} className={classNames('wrap-anywhere line-clamp-2', isNew && 'font-medium')}>
          <Link
            {...link}
            // A notification that has a subject is marked as seen when that opens.
            onClick={() => mayMark && !subject && mark.mutate({ ids: [id] })}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            {title}
            {isNew && <span className="sr-only"> (new)</span>}
          </Link>
        </p>
        {detail && (
          <p className="wrap-anywhere line-clamp-2 text-13 text-muted">
            {detailAt ? `${detail} ${formatDate(detailAt)}` : detail}
          </p>
        )}
        <p className="wrap-anywhere text-13 text-muted">
          {partner && `${partner.businessName} · `}
          {/* The time is above the link, so that the exact time shows on hover. */}
          <span className="relative">
            {now === undefined ? (
              <time dateTime={createdAt} title={formatDateTime(createdAt)}>
                {formatTime(createdAt)}
              </time>
            ) : (
              <Ago at={createdAt} now={now} />
            )}
          </span>
        </p>
      </div>
      {leaving && <LeavingNote row={leaving} />}
      {canMark && mayMark && !leaving && (
        <IconButton
          icon={Check}
          label={`Mark as seen: ${title}`}
          title="Mark as seen"
          pending={mark.isPending}
          onClick={() => mark.mutate({ ids: [id] })}
          className="relative -my-1"
        />
      )}
      {isNew && <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />}
    </li>
  )
}

export const NotificationSkeletons = () => (
  <div className="divide-y divide-line">
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className="flex gap-3 px-4 py-3">
        <Skeleton className="size-5" />
        <div className="grid flex-1 grid-cols-1 gap-2 py-1">
          <Skeleton className="h-4 w-56 max-w-full" />
          <Skeleton className="h-3 w-32" />
        </div>
      </div>
    ))}
  </div>
)
