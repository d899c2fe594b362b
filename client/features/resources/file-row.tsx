import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useIsStaff } from '#client/domain/current-user.ts'
import { FileIcon } from '#client/ui/file-icon.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { DownloadIconButton } from './download-buttons.tsx'
import { fileLinkId } from './element-ids.ts'
import { AudienceNote, downloadsOf, objectAddress, typeAndSize, Updated } from './file-details.tsx'
import { openedHere } from './history-state.ts'
import { addressOf, useLibraryView } from './library-view.ts'
import { MarkedText } from './marked-text.tsx'
import { FileActions } from './staff-parts.tsx'

const rowClassName = 'flex items-start gap-3 px-4 py-3 sm:items-center sm:px-5'

type FileRowProps = {
  file: Resource
  /** Where it lies, for a list that goes across folders. */
  location?: ReactNode
  linkRef?: ((link: HTMLAnchorElement | null) => void) | undefined
}

export function FileRow({ file, location, linkRef }: FileRowProps) {
  const view = useLibraryView()
  const isStaff = useIsStaff()
  return (
    <li className={rowClassName}>
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
          {location}
          {isStaff && <AudienceNote file={file} />}
        </div>
        <p className="flex shrink-0 flex-wrap gap-x-3 text-13 text-muted tabular-nums max-sm:mt-0.5 sm:w-32 sm:flex-col sm:items-end">
          <span>{typeAndSize(file)}</span>
          {isStaff && <span>{downloadsOf(file)}</span>}
        </p>
      </div>
      <div className="-my-1 -mr-2 flex shrink-0 sm:my-0">
        <DownloadIconButton file={file} />
        {isStaff && <FileActions file={file} />}
      </div>
    </li>
  )
}

/** As high as a row whose words fit on their lines. */
export function FileRowSkeleton() {
  return (
    <li className={rowClassName}>
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

/** A small picture of the file where there is one, else an icon by its type; of one size, so that nothing jumps. */
function FileThumbnail({ file }: { file: Resource }) {
  const src = file.hasThumbnail ? objectAddress(file, 'thumbnail') : undefined
  const [brokenSrc, setBrokenSrc] = useState<string>()
  return (
    <span className="grid size-10 shrink-0 place-items-center overflow-clip rounded-control border border-line bg-canvas">
      {src && src !== brokenSrc ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBrokenSrc(src)}
          className="size-full object-cover"
        />
      ) : (
        <FileIcon fileType={file.fileType} />
      )}
    </span>
  )
}
