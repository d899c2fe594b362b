import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { QueryState, type ShownQuery } from './query-state.tsx'

type DetailsDialogProps<T> = Pick<ComponentProps<typeof Dialog>, 'open' | 'size'> & {
  onClose: () => void
  query: ShownQuery<T>
  /** The kind of the subject, such as "announcement". It is the title until the subject has been read. */
  what: string
  titleOf: (subject: T) => string
  descriptionOf?: (subject: T) => ReactNode
  /** Returns the actions in the head of the dialog. */
  actionsOf?: (subject: T) => ReactNode
  loading: ReactNode
  /** The message when the subject no longer exists. */
  gone: { icon: LucideIcon; line: string }
  /** Class names with the height of the content, which the dialog has from the beginning. */
  className: string
  renderDetails: (subject: T) => ReactNode
  /** The dialogs that were opened from this dialog. */
  children: ReactNode
}

/** A dialog with the details of the subject in the address; also shows that the subject is loading, missing, or could not be read. */
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
      // The blank line reserves the height of the description.
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
