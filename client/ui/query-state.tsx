import { type ReactNode, useRef } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { Alert } from './alert.tsx'
import { classNames } from './class-names.ts'
import { Loading } from './loading.tsx'

export type ShownQuery<T> = {
  data: T | undefined
  isError: boolean
  error?: Error | null
  isPlaceholderData?: boolean
  refetch: () => unknown
}

type QueryStateProps<T> = {
  query: ShownQuery<T>
  /** In the place of what is on its way; a spinner where nothing is given. */
  loading?: ReactNode
  failure: { title: string; text?: ReactNode }
  /** When the server says that there is no such thing. */
  missing?: ReactNode
  /** What shows instead of the children when there is nothing to show. */
  empty?: { when: (data: T) => boolean; show: ReactNode }
  className?: string | undefined
  /** Space around the message of a failure, where the region itself has none. */
  failureClassName?: string
  children: (data: T) => ReactNode
}

/** What a read shows in each of its states: on its way, failed with the way to try again, empty, there. */
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
  const regionRef = useRef<HTMLDivElement>(null)
  const { data, isError, isPlaceholderData, refetch } = query
  const hasFailed = data === undefined && isError

  const handleRetry = () => {
    // The button goes away with the message.
    regionRef.current?.focus()
    refetch()
  }

  const content = () => {
    if (data !== undefined) return empty?.when(data) ? empty.show : children(data)
    if (!hasFailed) return loading
    if (missing && query.error instanceof ApiError && query.error.status === 404) return missing
    return (
      <div className={failureClassName}>
        <Alert title={failure.title} onRetry={handleRetry}>
          {failure.text ?? 'Check your connection and try again.'}
        </Alert>
      </div>
    )
  }

  return (
    <div
      ref={regionRef}
      tabIndex={-1}
      aria-busy={(data === undefined && !isError) || isPlaceholderData}
      className={classNames('outline-none', className)}
    >
      {content()}
    </div>
  )
}
