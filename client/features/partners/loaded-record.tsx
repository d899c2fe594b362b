import { UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState, type ShownQuery } from '#client/ui/query-state.tsx'

type LoadedRecordProps<T> = {
  what: 'partner' | 'user'
  query: ShownQuery<T>
  children: (record: T) => ReactNode
}

/** Shows a partner or a user in a dialog once it is loaded. */
export function LoadedRecord<T>({ what, query, children }: LoadedRecordProps<T>) {
  return (
    <QueryState
      query={query}
      className="min-h-96"
      loading={<RecordSkeleton />}
      failure={{ title: `The ${what} could not be loaded` }}
      missing={<EmptyState icon={UserX} line={`This ${what} no longer exists.`} />}
    >
      {children}
    </QueryState>
  )
}

const RecordSkeleton = () => (
  <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
    {Array.from({ length: 8 }, (_, index) => index).map((index) => (
      <div key={index} className="grid grid-cols-1 gap-2">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-4 w-48 max-w-full" />
      </div>
    ))}
  </div>
)
