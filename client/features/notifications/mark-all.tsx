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
  /** The newest notification that is shown; later ones stay new. */
  newest: Notification | undefined
  /** Called when all are marked and the button goes away. */
  onMarked: () => void
  className?: string
}

/** Shows how many notifications are new, with a button that marks all of them as seen. Renders nothing if none is new. */
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
