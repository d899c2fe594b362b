import { useIsOffline, useRetryWhenBack } from '#client/lib/connection.ts'
import { Alert } from './alert.tsx'

/** In the place of a part that could not be loaded. It tries again by itself. */
export function NotLoaded({ onRetry }: { onRetry: () => unknown }) {
  const isOffline = useIsOffline()
  useRetryWhenBack(onRetry)
  return (
    // Takes the focus of the Retry button.
    <div tabIndex={-1} className="outline-none">
      {isOffline ? (
        <Alert tone="caution" title="You're offline">
          This shows by itself when you're connected again.
        </Alert>
      ) : (
        <Alert title="This part could not be loaded" onRetry={onRetry}>
          Check your connection. We keep trying.
        </Alert>
      )}
    </div>
  )
}

/** Shows nothing in the place of a small part that could not be loaded, such as a menu at the end of a row, and tries again. */
export function NothingYet({ onRetry }: { onRetry: () => unknown }) {
  useRetryWhenBack(onRetry)
  return null
}
