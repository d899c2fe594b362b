import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { RowSkeleton } from './row.tsx'
import type { SectionProps } from './rows.ts'
import { useFocusInPlace } from './use-focus-in-place.ts'

// As high as they can become, so that nothing below moves when it is known how much there is.
const emptyHeight = 'min-h-37'
const shortRows = 4
const shortHeight = 'min-h-37 md:min-h-69'

type RowSectionProps<R> = Omit<SectionProps<R>, 'renderActions'> & {
  title: string
  skeletonRows: number
  empty: { icon: LucideIcon; line: string }
  /** Of a list that must not push the next one away: it takes the height of four rows, and shows more when asked to. */
  short?: boolean
  /** As the rows are. */
  stacked?: boolean
  /** Below the rows, whatever becomes of them. */
  foot?: ReactNode
  /** Draws one Row. */
  children: (row: R) => ReactNode
}

export function RowSection<R>({ title, description, headActions, foot, query, ...list }: RowSectionProps<R>) {
  const body = useRef<HTMLDivElement>(null)
  const focusInPlace = useFocusInPlace(body)

  const handleRetry = () => {
    // The button goes away with the message.
    body.current?.focus()
    query.refetch()
  }

  return (
    <Card title={title} description={description} actions={headActions} flush>
      <div
        {...focusInPlace}
        ref={body}
        data-rows
        tabIndex={-1}
        aria-busy={(!query.data && !query.isError) || query.isPlaceholderData}
        className={classNames('flex flex-col outline-none', list.short ? shortHeight : emptyHeight)}
      >
        {!query.data && query.isError ? (
          <div className="p-4 sm:p-5">
            <Alert title={`${title} could not be loaded`} onRetry={handleRetry}>
              Nothing that was saved is lost.
            </Alert>
          </div>
        ) : (
          <Rows rows={query.data} isStale={query.isPlaceholderData} {...list} />
        )}
      </div>
      {foot}
    </Card>
  )
}

type RowsProps<R> = Pick<RowSectionProps<R>, 'skeletonRows' | 'empty' | 'short' | 'stacked' | 'children'> & {
  rows: R[] | undefined
  isStale: boolean | undefined
}

function Rows<R>({
  rows,
  isStale,
  skeletonRows,
  empty,
  short = false,
  stacked = false,
  children,
}: RowsProps<R>) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)

  if (rows?.length === 0) {
    return (
      <div className="my-auto">
        <EmptyState {...empty} />
      </div>
    )
  }

  const cut = short && !all && rows !== undefined && rows.length > shortRows
  // One less, whose place the button takes.
  const shown = cut ? rows.slice(0, shortRows - 1) : rows

  const handleShowAll = () => {
    flushSync(() => setAll(true))
    // The button goes away: the reader goes on with the first row that was not there.
    const next = list.current?.children[shortRows - 1]
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }

  return (
    <>
      <ul
        ref={list}
        inert={isStale}
        className={classNames(
          'divide-y divide-line sm:grid sm:grid-cols-[minmax(0,1fr)_auto_auto]',
          isStale && 'opacity-60 transition-opacity',
        )}
      >
        {shown
          ? shown.map(children)
          : Array.from({ length: skeletonRows }, (_, row) => row).map((row) => (
              <RowSkeleton key={row} stacked={stacked} />
            ))}
      </ul>
      {cut && (
        <div className="border-line border-t px-4 py-2 sm:px-5">
          <Button variant="quiet" size="small" onClick={handleShowAll} className="-ml-2.5">
            Show all {rows.length}
          </Button>
        </div>
      )}
    </>
  )
}
