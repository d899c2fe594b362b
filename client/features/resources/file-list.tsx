import { type ReactNode, useCallback, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useIsStaff } from '#client/domain/current-user.ts'
import { HeldBadge, useHeldFile } from '#client/domain/files/held-file.tsx'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { formatCount } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { MarkedText } from '#client/ui/marked-text.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { DownloadIconButton } from './download.tsx'
import { AudienceNote, typeAndSize, Updated } from './file-details.tsx'
import { FileSkeletons, FileThumbnail, fileRowClassName } from './file-thumbnail.tsx'
import { fileLinkId } from './focus-targets.ts'
import { useLibraryView } from './library-view.ts'
import type { useFiles } from './queries.ts'
import { FileActions, RestoreFile } from './staff-parts.tsx'

type FileListProps = {
  /** The name of the list for screen readers. */
  label: string
  files: ReturnType<typeof useFiles>
  skeletonRows: number
  empty: ReactNode
  /** Where a file lies, for a list that goes across folders. */
  locationOf?: (file: Resource) => ReactNode
}

/** A list of files, page after page. */
export function FileList({ label, files, skeletonRows, empty, locationOf }: FileListProps) {
  const moreRef = useRef<HTMLButtonElement>(null)
  const [firstNew, setFirstNew] = useState<number>()
  const shown = files.data?.rows.length ?? 0

  const handleMore = () => {
    setFirstNew(shown)
    files.fetchNextPage()
  }

  /** The focus moves from the button to the first new row. */
  const focusFirstNew = useCallback((link: HTMLAnchorElement | null) => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement === moreRef.current) {
      link?.focus({ preventScroll: true })
    }
  }, [])

  return (
    <QueryState
      query={files}
      className={classNames('transition-opacity', files.isPlaceholderData && 'opacity-60')}
      loading={<FileSkeletons rows={skeletonRows} />}
      failure={{ title: 'The files could not be loaded' }}
      failureClassName="p-4 sm:p-5"
      empty={{ when: ({ rows }) => rows.length === 0, show: empty }}
    >
      {({ rows, total }) => (
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
          {files.isFetchNextPageError && (
            <div className="px-4 pb-4 sm:px-5">
              <Alert title="More files could not be loaded">Check your connection and try again.</Alert>
            </div>
          )}
          {files.hasNextPage && (
            <footer className="border-line border-t px-4 py-3 sm:px-5">
              <Button ref={moreRef} size="small" pending={files.isFetchingNextPage} onClick={handleMore}>
                Show more ({(total - rows.length).toLocaleString('en-US')} left)
              </Button>
            </footer>
          )}
        </>
      )}
    </QueryState>
  )
}

type FileRowProps = {
  file: Resource
  location: ReactNode
  linkRef: ((link: HTMLAnchorElement | null) => void) | undefined
}

function FileRow({ file, location, linkRef }: FileRowProps) {
  const view = useLibraryView()
  const preview = useAddressDialog('file')
  const isStaff = useIsStaff()
  const held = useHeldFile(file.filePath)
  const title = (
    <span className="line-clamp-3">
      <MarkedText text={file.title} typed={view.search} />
    </span>
  )
  return (
    <li className={fileRowClassName}>
      <FileThumbnail file={file} isHeld={held !== undefined} />
      <div className="min-w-0 grow sm:flex sm:items-center sm:gap-6">
        <div className="min-w-0 grow">
          {file.isActive ? (
            <Link
              {...preview.linkTo(file.id)}
              ref={linkRef}
              id={fileLinkId(file.id)}
              className="wrap-anywhere block w-fit max-w-full font-medium decoration-1 underline-offset-3 hover:underline"
            >
              {title}
            </Link>
          ) : (
            <span id={fileLinkId(file.id)} className="wrap-anywhere font-medium">
              {title}
            </span>
          )}
          <p className="wrap-anywhere line-clamp-2 text-13 text-muted">
            {file.description || <Updated at={file.updatedAt} />}
          </p>
          {location}
          {held && <HeldBadge file={held} />}
          {isStaff && <AudienceNote file={file} />}
        </div>
        <p className="flex shrink-0 flex-wrap gap-x-3 text-13 text-muted tabular-nums max-sm:mt-0.5 sm:w-32 sm:flex-col sm:items-end">
          <span>{typeAndSize(file)}</span>
          {isStaff && <span>{formatCount(file.downloadCount, 'download')}</span>}
        </p>
      </div>
      <div className="-my-1 -mr-2 flex shrink-0 sm:my-0">
        {!held && file.isActive && <DownloadIconButton file={file} />}
        {isStaff && (file.isActive ? <FileActions file={file} /> : <RestoreFile file={file} />)}
      </div>
    </li>
  )
}
