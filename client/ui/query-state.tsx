import { type ReactNode, useDeferredValue, useState } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { useIsOffline, useRetryWhenBack } from '#client/lib/connection.ts'
import { Alert } from './alert.tsx'
import { classNames } from './class-names.ts'
import { Loading } from './loading.tsx'

export type ShownQuery<T> = {
  data: T | undefined
  isError: boolean
  error: Error | null
  isPlaceholderData?: boolean
  refetch: () => unknown
}

/**
 * Returns whether any of the queries is still on its first read; later reads do not count. The value is deferred, so that React renders a
 * screen full of rows in small steps and the page stays responsive in between.
 */
export const useIsFirstRead = (queries: readonly ShownQuery<unknown>[]) => {
  const [wasRead, setWasRead] = useState(false)
  const isReading = queries.some(({ data, isError }) => data === undefined && !isError)
  if (!isReading && !wasRead) setWasRead(true)
  return useDeferredValue(isReading && !wasRead)
}

type QueryStateProps<T> = {
  query: ShownQuery<T>
  /** Shown while the data loads; a spinner by default. */
  loading?: ReactNode
  failure: { title: string; text?: ReactNode }
  /** Shown when the server responds with 404. */
  missing?: ReactNode
  /** Shown instead of the children when the data is empty. */
  empty?: { when: (data: T) => boolean; show: ReactNode }
  className?: string | undefined
  /** Class names for the space around the error, if the region itself has none. */
  failureClassName?: string
  children: (data: T) => ReactNode
}

type FailedReadProps = { title: string; text?: ReactNode; onRetry: () => unknown; hasResponse: boolean }

/** The message about a failed read. A read that failed without a response is retried automatically; otherwise only by the button. */
function FailedRead({ title, text, onRetry, hasResponse }: FailedReadProps) {
  const isOffline = useIsOffline()
  useRetryWhenBack(() => !hasResponse && onRetry())
  return (
    <Alert title={title} onRetry={onRetry}>
      {isOffline
        ? "You're offline. This loads when you're connected again."
        : (text ?? 'Check your connection and try again.')}
    </Alert>
  )
}

/** Shows a query in each of its states: loading, failed with a Retry button, missing, empty, loaded. */
export function QueryState<T>({
  query,
  loading = <Loading />,
  failure,
  missing,
  empty,
  className,
  failureClassName,
  children,
}: QueryStateProps<T>) {
  const { data, isError, error, isPlaceholderData, refetch } = query

  const content = () => {
    if (data !== undefined) return empty?.when(data) ? empty.show : children(data)
    if (!isError) return loading
    if (missing && error instanceof ApiError && error.status === 404) return missing
    return (
      <div className={failureClassName}>
        <FailedRead {...failure} onRetry={refetch} hasResponse={error instanceof ApiError} />
      </div>
    )
  }

  return (
    <div
      // This element takes the focus when the Retry button disappears.
      tabIndex={-1}
      aria-busy={(data === undefined && !isError) || isPlaceholderData}
      className={classNames('outline-none', className)}
    >
      {content()}
    </div>
  )
}
