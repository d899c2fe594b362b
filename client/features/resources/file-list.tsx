import { type ReactNode, useCallback, useRef, useState } from 'react'
import { formatNumber } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { LeavingProvider, useLeavingRows } from '#client/ui/leaving-rows.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { useFocusOfGoneRow } from '#client/ui/use-focus-of-gone-row.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { FileRow, FileTile } from './file-row.tsx'
import { FileSkeletons } from './file-thumbnail.tsx'
import type { Layout } from './library-view.ts'
import { type useFiles, useFolders } from './queries.ts'

type FileListProps = {
  /** The name of the list for screen readers. */
  label: string
  files: ReturnType<typeof useFiles>
  layout?: Layout
  skeletonRows: number
  empty: ReactNode
  /** Renders where a file is, for a list of files from several folders. */
  locationOf?: (file: Resource) => ReactNode
}

/** A list of files, page after page. */
export function FileList({ label, files, layout = 'list', skeletonRows, empty, locationOf }: FileListProps) {
  const moreRef = useRef<HTMLButtonElement>(null)
  const [firstNew, setFirstNew] = useState<number>()
  // The rows show the names of the folders, so the list waits for both.
  const folders = useFolders()
  const shown = files.data?.rows.length ?? 0
  const { rows: staying, leavingOf } = useLeavingRows(files.data?.rows, { isStale: files.isPlaceholderData })
  const data = files.data && staying && { total: files.data.total, rows: staying }
  const focusOfGoneRow = useFocusOfGoneRow()
  const isGrid = layout === 'grid'
  const Item = isGrid ? FileTile : FileRow

  const handleMore = () => {
    setFirstNew(shown)
    files.fetchNextPage()
  }

  /** Moves the focus from the More button to the first new row. */
  const focusFirstNew = useCallback((link: HTMLAnchorElement | null) => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement === moreRef.current) {
      link?.focus({ preventScroll: true })
    }
  }, [])

  return (
    <QueryState
      query={folders.isPending ? folders : { ...files, data }}
      className={classNames('transition-opacity', files.isPlaceholderData && 'opacity-60')}
      loading={<FileSkeletons rows={skeletonRows} />}
      failure={{ title: 'The files could not be loaded' }}
      failureClassName="p-4 sm:p-5"
      empty={{ when: ({ rows }) => rows.length === 0, show: empty }}
    >
      {({ rows, total }) => (
        <div className="outline-none" {...focusOfGoneRow}>
          <ul
            aria-label={label}
            className={
              isGrid
                ? 'grid grid-cols-2 gap-x-4 gap-y-5 p-4 sm:grid-cols-3 sm:p-5 2xl:grid-cols-4'
                : 'divide-y divide-line'
            }
          >
            {rows.map((file, index) => (
              <LeavingProvider key={file.id} row={leavingOf(file)}>
                <Item
                  file={file}
                  location={locationOf?.(file)}
                  linkRef={index === firstNew ? focusFirstNew : undefined}
                />
              </LeavingProvider>
            ))}
          </ul>
          {files.isFetchNextPageError && (
            <div className="px-4 pb-4 sm:px-5">
              <Alert title="More files could not be loaded">Check your connection and try again.</Alert>
            </div>
          )}
          {files.hasNextPage && (
            <footer className="border-line border-t px-4 py-3 sm:px-5">
              <Button ref={moreRef} size="small" pending={files.isFetchingNextPage} onClick={handleMore}>
                {`Show more (${formatNumber(total - rows.length)} left)`}
              </Button>
            </footer>
          )}
        </div>
      )}
    </QueryState>
  )
}
