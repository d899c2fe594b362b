import { type ReactNode, useCallback, useRef, useState } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { QueryState } from '#client/ui/query-state.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { FileRow, FileRowSkeleton } from './file-row.tsx'
import type { useFiles } from './queries.ts'

type FileRowsProps = {
  /** The name of the list for screen readers. */
  label: string
  files: ReturnType<typeof useFiles>
  skeletonRows: number
  empty: ReactNode
  locationOf?: (file: Resource) => ReactNode
}

/** A list of files, page after page. */
export function FileRows({ label, files, skeletonRows, empty, locationOf }: FileRowsProps) {
  return (
    <QueryState
      query={files}
      className={classNames('transition-opacity', files.isPlaceholderData && 'opacity-60')}
      loading={
        <ul aria-label={label} className="divide-y divide-line">
          {Array.from({ length: skeletonRows }, (_, row) => row).map((row) => (
            <FileRowSkeleton key={row} />
          ))}
        </ul>
      }
      failure={{ title: 'The files could not be loaded' }}
      failureClassName="p-4 sm:p-5"
      empty={{ when: ({ rows }) => rows.length === 0, show: empty }}
    >
      {({ rows, total }) => (
        <Pages label={label} files={files} rows={rows} total={total} locationOf={locationOf} />
      )}
    </QueryState>
  )
}

type PagesProps = Pick<FileRowsProps, 'label' | 'files'> & {
  rows: Resource[]
  total: number
  locationOf: FileRowsProps['locationOf']
}

function Pages({ label, files, rows, total, locationOf }: PagesProps) {
  const moreRef = useRef<HTMLButtonElement>(null)
  const [firstNew, setFirstNew] = useState<number>()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = files

  const handleMore = () => {
    setFirstNew(rows.length)
    fetchNextPage()
  }

  /** The focus moves from the button to the first new row. */
  const focusFirstNew = useCallback((link: HTMLAnchorElement | null) => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement === moreRef.current) {
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
            location={locationOf?.(file)}
            linkRef={index === firstNew ? focusFirstNew : undefined}
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
          <Button ref={moreRef} size="small" pending={isFetchingNextPage} onClick={handleMore}>
            Show more ({(total - rows.length).toLocaleString('en-US')} left)
          </Button>
        </footer>
      )}
    </>
  )
}
