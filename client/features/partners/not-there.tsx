import UserX from 'lucide-react/icons/user-x'
import { useRef } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { Alert } from '#client/ui/alert.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

type NotThereProps = { what: 'partner' | 'user'; query: { error: Error | null; refetch: () => unknown } }

/** In the place of what has to come from the server: on its way, gone, or not to be had. */
export function NotThere({ what, query: { error, refetch } }: NotThereProps) {
  const place = useRef<HTMLDivElement>(null)

  const handleRetry = () => {
    // The button goes away with the message.
    place.current?.focus()
    refetch()
  }

  const isGone = error instanceof ApiError && error.status === 404
  return (
    <div ref={place} tabIndex={-1} aria-busy={!error} className="min-h-96 outline-none">
      {isGone ? (
        <EmptyState icon={UserX} line={`There is no such ${what}. They may have been removed.`} />
      ) : error ? (
        <Alert title={`The ${what} could not be loaded`} onRetry={handleRetry}>
          Check your connection and try again.
        </Alert>
      ) : (
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
          {Array.from({ length: 8 }, (_, index) => index).map((index) => (
            <div key={index} className="grid grid-cols-1 gap-2">
              <Skeleton className="h-3.5 w-24" />
              <Skeleton className="h-4 w-48 max-w-full" />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
