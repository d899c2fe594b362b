import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { DownloadIconButton } from './download-buttons.tsx'
import { fileLinkId } from './element-ids.ts'
import { AudienceNote, downloadsOf, typeAndSize, Updated } from './file-details.tsx'
import { FileThumbnail } from './file-thumbnail.tsx'
import { openedHere } from './history-state.ts'
import { useLibrarySlots } from './library-slots.ts'
import { addressOf, useLibraryView } from './library-view.ts'
import { MarkedText } from './marked-text.tsx'

const rowLook = 'flex items-start gap-3 px-4 py-3 sm:items-center sm:px-5'

type FileRowProps = {
  file: Resource
  /** Where it lies, for a list that goes across folders. */
  place?: ReactNode
  linkRef?: ((link: HTMLAnchorElement | null) => void) | undefined
}

export function FileRow({ file, place, linkRef }: FileRowProps) {
  const view = useLibraryView()
  const { isStaff, renderFileActions } = useLibrarySlots()
  return (
    <li className={rowLook}>
      <FileThumbnail file={file} />
      <div className="min-w-0 grow sm:flex sm:items-center sm:gap-6">
        <div className="min-w-0 grow">
          <Link
            ref={linkRef}
            id={fileLinkId(file.id)}
            href={addressOf({ ...view, file: file.id })}
            state={openedHere}
            className="wrap-anywhere block w-fit max-w-full font-medium decoration-1 underline-offset-3 hover:underline"
          >
            <span className="line-clamp-3">
              <MarkedText text={file.title} typed={view.search} />
            </span>
          </Link>
          <p className="wrap-anywhere line-clamp-2 text-13 text-muted">
            {file.description || <Updated at={file.updatedAt} />}
          </p>
          {place}
          {isStaff && <AudienceNote file={file} />}
        </div>
        <p className="flex shrink-0 flex-wrap gap-x-3 text-13 text-muted tabular-nums max-sm:mt-0.5 sm:w-32 sm:flex-col sm:items-end">
          <span>{typeAndSize(file)}</span>
          {isStaff && <span>{downloadsOf(file)}</span>}
        </p>
      </div>
      <div className="-my-1 -mr-2 flex shrink-0 sm:my-0">
        <DownloadIconButton file={file} />
        {renderFileActions?.(file)}
      </div>
    </li>
  )
}

/** As high as a row whose words fit on their lines. */
export function FileRowSkeleton() {
  return (
    <li className={rowLook}>
      <Skeleton className="size-10" />
      <div className="grow">
        <div className="flex h-6 items-center">
          <Skeleton className="h-3.5 w-48 max-w-full" />
        </div>
        <div className="flex h-5 items-center">
          <Skeleton className="h-3 w-32" />
        </div>
      </div>
    </li>
  )
}
