import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { RowSkeleton } from './row.tsx'

type RowSectionProps<R> = {
  title: string
  description?: string | undefined
  query: Pick<UseQueryResult<R[]>, 'data' | 'isError' | 'refetch'>
  skeletonRows: number
  empty: { icon: LucideIcon; line: string }
  /** How many rows show before the reader asks for all, so that no list pushes the next one out of reach. */
  limit: number
  /** Badges and actions lie below the words on a phone. */
  stacked?: boolean
  /** Draws one Row. */
  children: (row: R) => ReactNode
}

export function RowSection<R>({ title, description, query, ...list }: RowSectionProps<R>) {
  const body = useRef<HTMLDivElement>(null)

  const handleRetry = () => {
    // The button goes away with the message.
    body.current?.focus()
    query.refetch()
  }

  return (
    <Card title={title} description={description} flush>
      {/* As high as an empty list, so that nothing below it moves when there turns out to be nothing. */}
      <div
        ref={body}
        tabIndex={-1}
        aria-busy={!query.data && !query.isError}
        className="min-h-37 outline-none"
      >
        {!query.data && query.isError ? (
          <div className="p-4 sm:p-5">
            <Alert title={`${title} could not be loaded`} onRetry={handleRetry}>
              Nothing that was saved is lost.
            </Alert>
          </div>
        ) : (
          <Rows rows={query.data} {...list} />
        )}
      </div>
    </Card>
  )
}

type RowsProps<R> = Omit<RowSectionProps<R>, 'title' | 'query'> & { rows: R[] | undefined }

function Rows<R>({ rows, skeletonRows, empty, limit, stacked = false, children }: RowsProps<R>) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)

  const handleShowAll = () => {
    flushSync(() => setAll(true))
    // The button goes away: the reader goes on with the first row that was not there.
    const next = list.current?.children[limit]
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }

  if (rows?.length === 0) return <EmptyState {...empty} />
  return (
    <>
      <ul
        ref={list}
        data-stacked={stacked || undefined}
        className={classNames(
          'group/rows grid divide-y divide-line',
          stacked ? 'sm:grid-cols-[minmax(0,1fr)_auto_auto]' : 'grid-cols-[minmax(0,1fr)_auto_auto]',
        )}
      >
        {rows
          ? rows.slice(0, all ? undefined : limit).map(children)
          : Array.from({ length: skeletonRows }, (_, row) => row).map((row) => <RowSkeleton key={row} />)}
      </ul>
      {!all && rows && rows.length > limit && (
        <div className="border-line border-t px-4 py-2 sm:px-5">
          <Button variant="quiet" size="small" onClick={handleShowAll} className="-ml-2.5">
            Show all {rows.length}
          </Button>
        </div>
      )}
    </>
  )
}
