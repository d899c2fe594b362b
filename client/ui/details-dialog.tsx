import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { QueryState, type ShownQuery } from './query-state.tsx'

type DetailsDialogProps<T> = Pick<ComponentProps<typeof Dialog>, 'open' | 'size'> & {
  onClose: () => void
  query: ShownQuery<T>
  /** What it is, such as "announcement": its title until it is read. */
  what: string
  titleOf: (subject: T) => string
  descriptionOf?: (subject: T) => ReactNode
  /** In its head. */
  actionsOf?: (subject: T) => ReactNode
  loading: ReactNode
  /** Shown once it does not exist any more. */
  gone: { icon: LucideIcon; line: string }
  /** Has its height from the first. */
  className: string
  renderDetails: (subject: T) => ReactNode
  /** What was opened from it. */
  children: ReactNode
}

/** All about what the address names, read when it is opened and kept fresh: loading, failed, gone, or its details. */
export function DetailsDialog<T>({
  open,
  size,
  onClose,
  query,
  what,
  titleOf,
  descriptionOf,
  actionsOf,
  loading,
  gone,
  className,
  renderDetails,
  children,
}: DetailsDialogProps<T>) {
  const isGone = query.error instanceof ApiError && query.error.status === 404
  const subject = isGone ? undefined : query.data
  const isRead = subject !== undefined
  return (
    <Dialog
      title={isRead ? titleOf(subject) : `${what[0]?.toUpperCase()}${what.slice(1)}`}
      // A line of its height from the first.
      description={descriptionOf && (isRead ? descriptionOf(subject) : '\u00a0')}
      actions={isRead && actionsOf?.(subject)}
      size={size}
      isReadOnly
      isLive
      open={open}
      onOpenChange={onClose}
    >
      <QueryState
        query={{ ...query, data: subject }}
        className={className}
        loading={loading}
        failure={{ title: `The ${what} could not be loaded` }}
        missing={<EmptyState {...gone} />}
      >
        {renderDetails}
      </QueryState>
      {children}
    </Dialog>
  )
}
