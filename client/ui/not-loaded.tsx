import { useIsOffline, useRetryWhenBack } from '#client/lib/connection.ts'
import { Alert } from './alert.tsx'

/** The message in place of a part that could not be loaded. It retries by itself. */
export function NotLoaded({ onRetry }: { onRetry: () => unknown }) {
  const isOffline = useIsOffline()
  useRetryWhenBack(onRetry)
  return (
    // This element takes the focus when the Retry button disappears.
    <div tabIndex={-1} className="outline-none">
      {isOffline ? (
        <Alert tone="caution" title="You're offline">
          This loads when you're connected again.
        </Alert>
      ) : (
        <Alert title="This part could not be loaded" onRetry={onRetry}>
          Check your connection. We keep trying.
        </Alert>
      )}
    </div>
  )
}

/** Shows nothing in place of a small part that could not be loaded, such as the menu of a row, and retries. */
export function NothingYet({ onRetry }: { onRetry: () => unknown }) {
  useRetryWhenBack(onRetry)
  return null
}
