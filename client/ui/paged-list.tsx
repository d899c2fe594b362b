import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Skeleton } from './loading.tsx'
import { QueryState } from './query-state.tsx'

type PagedListProps<R> = {
  /** The name of the rows, in the plural. */
  what: string
  query: { isError: boolean; error: Error | null; refetch: () => unknown } & Partial<MorePages>
  /** The rows; undefined while they load. */
  rows: R[] | undefined
  emptyLine?: string
  renderRow: (row: R, index: number) => ReactNode
}

type MorePages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** A list in a dialog or a panel, which can load further pages. */
export function PagedList<R>({ what, query, rows, emptyLine = '', renderRow }: PagedListProps<R>) {
  return (
    <>
      <QueryState
        query={{ ...query, data: rows }}
        className="min-h-32"
        loading={<ListSkeleton what={what} />}
        failure={{ title: `The ${what} could not be loaded` }}
        empty={{ when: ({ length }) => length === 0, show: <EmptyState icon={Inbox} line={emptyLine} /> }}
      >
        {(shown) => (
          <ul aria-label={what} className="divide-y divide-line">
            {shown.map(renderRow)}
          </ul>
        )}
      </QueryState>
      {query.hasNextPage && (
        <Button pending={query.isFetchingNextPage ?? false} onClick={() => query.fetchNextPage?.()}>
          {query.isFetchNextPageError ? 'Retry' : 'Show more'}
        </Button>
      )}
    </>
  )
}

const ListSkeleton = ({ what }: { what: string }) => (
  <ul aria-label={what} className="divide-y divide-line">
    {[1, 2, 3].map((row) => (
      <li key={row} className="grid grid-cols-1 gap-2 py-3">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-3 w-64 max-w-full" />
      </li>
    ))}
  </ul>
)
