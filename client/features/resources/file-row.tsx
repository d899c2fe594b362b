import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useIsStaff } from '#client/domain/current-user.ts'
import { DownloadIconButton } from '#client/domain/files/download.tsx'
import { QuarantineBadge, useQuarantinedFile } from '#client/domain/files/quarantined-file.tsx'
import { useResourceDialog } from '#client/domain/opened.ts'
import { formatCount } from '#client/lib/format.ts'
import { classNames } from '#client/ui/class-names.ts'
import { MarkedText } from '#client/ui/marked-text.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { AudienceNote, NewBadge, typeAndSize, Updated } from './file-details.tsx'
import { FileThumbnail, fileRowClassName } from './file-thumbnail.tsx'
import { fileLinkId } from './focus-targets.ts'
import { useLibraryView } from './library-view.ts'
import { FileActions, RestoreFile } from './staff-parts.tsx'

type FileItemProps = {
  file: Resource
  /** The category and folder of the file. */
  location: ReactNode
  linkRef: ((link: HTMLAnchorElement | null) => void) | undefined
}

/** A file as a row of a list. */
export function FileRow({ file, location, linkRef }: FileItemProps) {
  const isStaff = useIsStaff()
  const held = useQuarantinedFile(file.filePath)
  return (
    <li className={classNames(fileRowClassName, file.isActive && 'hover:bg-sunken/60')}>
      <FileThumbnail file={file} isQuarantined={held !== undefined} />
      <div className="min-w-0 grow sm:flex sm:items-center sm:gap-6">
        <div className="min-w-0 grow">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2">
            <FileTitle file={file} linkRef={linkRef} />
            <NewBadge file={file} />
          </div>
          <p className="wrap-anywhere line-clamp-2 text-13 text-muted">
            {file.description || <Updated at={file.updatedAt} />}
          </p>
          <div className="flex flex-wrap gap-x-3">
            {location}
            {isStaff && <AudienceNote file={file} />}
          </div>
          {held && <QuarantineBadge file={held} />}
        </div>
        <p className="flex shrink-0 flex-wrap gap-x-3 text-13 text-muted tabular-nums max-sm:mt-0.5 sm:w-32 sm:flex-col sm:items-end">
          <span>{typeAndSize(file)}</span>
          {isStaff && <span>{formatCount(file.downloadCount, 'download')}</span>}
        </p>
      </div>
      <Actions file={file} isQuarantined={held !== undefined} className="-my-1 -mr-2 sm:my-0" />
    </li>
  )
}

/** A file as a tile of a grid, with its picture on top. */
export function FileTile({ file, location, linkRef }: FileItemProps) {
  const isStaff = useIsStaff()
  const held = useQuarantinedFile(file.filePath)
  return (
    <li className="relative flex min-w-0 flex-col gap-2">
      <FileThumbnail file={file} isQuarantined={held !== undefined} isLarge />
      <div className="flex min-w-0 items-start justify-between gap-1 max-sm:flex-col">
        <div className="min-w-0">
          <FileTitle file={file} linkRef={linkRef} />
          <p className="text-13 text-muted">{typeAndSize(file)}</p>
          {location}
          {held && <QuarantineBadge file={held} />}
          {isStaff && <AudienceNote file={file} />}
          <NewBadge file={file} />
        </div>
        <Actions file={file} isQuarantined={held !== undefined} className="-mt-1.5 -mr-2 max-sm:-ml-2" />
      </div>
    </li>
  )
}

/** The title of a file. Its link covers the whole row. */
function FileTitle({ file, linkRef }: Pick<FileItemProps, 'file' | 'linkRef'>) {
  const { search } = useLibraryView()
  const dialog = useResourceDialog()
  const title = (
    <span className="line-clamp-3">
      <MarkedText text={file.title} typed={search} />
    </span>
  )
  if (!file.isActive) {
    return (
      <span id={fileLinkId(file.id)} className="wrap-anywhere font-medium">
        {title}
      </span>
    )
  }
  return (
    <Link
      {...dialog.linkTo(file.id)}
      ref={linkRef}
      id={fileLinkId(file.id)}
      className="wrap-anywhere block min-w-0 font-medium decoration-1 underline-offset-3 after:absolute after:inset-0 hover:underline"
    >
      {title}
    </Link>
  )
}

type ActionsProps = { file: Resource; isQuarantined: boolean; className: string }

function Actions({ file, isQuarantined, className }: ActionsProps) {
  const isStaff = useIsStaff()
  return (
    <div className={classNames('relative flex shrink-0', className)}>
      {!isQuarantined && file.isActive && <DownloadIconButton file={file} />}
      {isStaff && (file.isActive ? <FileActions file={file} /> : <RestoreFile file={file} />)}
    </div>
  )
}
