import Inbox from 'lucide-react/icons/inbox'
import { type ReactNode, useRef } from 'react'
import { Alert } from './alert.tsx'
import { EmptyState } from './empty-state.tsx'
import { Skeleton } from './skeleton.tsx'

type HistoryListProps<R> = {
  /** In the plural. */
  what: string
  query: { isError: boolean; refetch: () => unknown }
  /** Undefined while they are on their way. */
  rows: R[] | undefined
  emptyLine?: string
  renderRow: (row: R, index: number) => ReactNode
}

/** What has happened to a thing, the latest first. */
export function HistoryList<R>({ what, query, rows, emptyLine = '', renderRow }: HistoryListProps<R>) {
  const containerRef = useRef<HTMLDivElement>(null)

  const handleRetry = () => {
    // The button goes away with the message.
    containerRef.current?.focus()
    query.refetch()
  }

  return (
    <div
      ref={containerRef}
      tabIndex={-1}
      aria-busy={!rows && !query.isError}
      className="min-h-32 outline-none"
    >
      {!rows && query.isError ? (
        <Alert title={`The ${what} could not be loaded`} onRetry={handleRetry}>
          Check your connection and try again.
        </Alert>
      ) : rows?.length === 0 ? (
        <EmptyState icon={Inbox} line={emptyLine} />
      ) : (
        <ul aria-label={what} className="divide-y divide-line">
          {rows?.map(renderRow) ??
            [1, 2, 3].map((row) => (
              <li key={row} className="grid grid-cols-1 gap-2 py-3">
                <Skeleton className="h-4 w-48" />
                <Skeleton className="h-3 w-64 max-w-full" />
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}
