import { CheckCheck } from 'lucide-react'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { useMarkSeen } from './mutations.ts'
import { useUnseenCount } from './unseen.ts'

type MarkAllProps = {
  user: CurrentUser
  /** The newest that is shown: what comes after it stays new. */
  newest: Notification | undefined
  /** The button goes away then. */
  onMarked: () => void
  className?: string
}

/** How many are new, and a button that marks them all as seen. Nothing where none is. */
export function MarkAll({ user, newest, onMarked, className }: MarkAllProps) {
  const count = useUnseenCount() ?? 0
  const mark = useMarkSeen(onMarked)
  if (count === 0 || !newest) return null
  return (
    <div className={classNames('flex min-h-11 items-center justify-between gap-3 py-1', className)}>
      <p className="text-13 text-muted">{formatCount(count, 'new notification')}</p>
      {!user.viewing && (
        <Button
          size="small"
          variant="quiet"
          className="-mr-2.5"
          pending={mark.isPending}
          onClick={() => mark.mutate({ until: newest.createdAt })}
        >
          <CheckCheck aria-hidden className="size-4" />
          Mark all as seen
        </Button>
      )}
    </div>
  )
}
