import { type ReactNode, useCallback, useRef, useState } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { FileRow, FileRowSkeleton } from './file-row.tsx'
import type { useFiles } from './queries.ts'

type FileRowsProps = {
  /** What the list is called to a screen reader. */
  label: string
  files: ReturnType<typeof useFiles>
  skeletonRows: number
  empty: ReactNode
  placeOf?: (file: Resource) => ReactNode
}

/** A list of files in all its states: on its way, failed, empty, and page after page. */
export function FileRows({ label, files, skeletonRows, empty, placeOf }: FileRowsProps) {
  const region = useRef<HTMLDivElement>(null)
  const { data, isError, isPlaceholderData, refetch } = files

  const handleRetry = () => {
    // The button goes away with the message.
    region.current?.focus()
    refetch()
  }

  return (
    <div
      ref={region}
      tabIndex={-1}
      aria-busy={(!data && !isError) || isPlaceholderData}
      className={classNames('outline-none transition-opacity', isPlaceholderData && 'opacity-60')}
    >
      {!data && isError ? (
        <div className="p-4 sm:p-5">
          <Alert title="The files could not be loaded" onRetry={handleRetry}>
            Check your connection and try again.
          </Alert>
        </div>
      ) : !data ? (
        <ul aria-label={label} className="divide-y divide-line">
          {Array.from({ length: skeletonRows }, (_, row) => row).map((row) => (
            <FileRowSkeleton key={row} />
          ))}
        </ul>
      ) : data.rows.length === 0 ? (
        empty
      ) : (
        <Pages label={label} files={files} rows={data.rows} total={data.total} placeOf={placeOf} />
      )}
    </div>
  )
}

type PagesProps = Pick<FileRowsProps, 'label' | 'files'> & {
  rows: Resource[]
  total: number
  placeOf: FileRowsProps['placeOf']
}

function Pages({ label, files, rows, total, placeOf }: PagesProps) {
  const more = useRef<HTMLButtonElement>(null)
  const [firstNew, setFirstNew] = useState<number>()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = files

  const handleMore = () => {
    setFirstNew(rows.length)
    fetchNextPage()
  }

  /** Whoever waited at the button goes on with the first row that was not there. */
  const goOn = useCallback((link: HTMLAnchorElement | null) => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement === more.current) {
      link?.focus({ preventScroll: true })
    }
  }, [])

  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {rows.map((file, index) => (
          <FileRow
            key={file.id}
            file={file}
            place={placeOf?.(file)}
            linkRef={index === firstNew ? goOn : undefined}
          />
        ))}
      </ul>
      {isFetchNextPageError && (
        <div className="px-4 pb-4 sm:px-5">
          <Alert title="The next files could not be loaded">
            Those above stay. Check your connection and try again.
          </Alert>
        </div>
      )}
      {hasNextPage && (
        <footer className="border-line border-t px-4 py-3 sm:px-5">
          <Button ref={more} size="small" pending={isFetchingNextPage} onClick={handleMore}>
            Show more ({(total - rows.length).toLocaleString('en-US')} left)
          </Button>
        </footer>
      )}
    </>
  )
}
