import { Link } from 'wouter'
import { FileIcon } from '#client/ui/file-icon.tsx'
import type { FileType } from '#contract/files/file-types.ts'
import { useResourceDialog } from '../opened.ts'
import { DownloadIconButton } from './download.tsx'

type AttachedFilesProps = {
  /** The files. Those with a path can be downloaded from the list. */
  files: readonly { id: string; title: string; fileType: FileType; filePath?: string }[]
}

/** The files of the library that belong to something. Each opens on top of it. */
export function AttachedFiles({ files }: AttachedFilesProps) {
  const { linkTo } = useResourceDialog()
  return (
    <ul className="mt-1 divide-y divide-line rounded-control border border-line">
      {files.map(({ filePath, ...file }) => (
        <li key={file.id} className="flex items-center gap-1 pr-1">
          <Link
            {...linkTo(file.id)}
            className="flex min-h-11 min-w-0 flex-1 items-center gap-3 px-3 py-2 hover:bg-sunken focus-visible:-outline-offset-2"
          >
            <FileIcon fileType={file.fileType} />
            <span className="wrap-anywhere min-w-0 flex-1">{file.title}</span>
            <span className="text-13 text-muted uppercase">{file.fileType}</span>
          </Link>
          {filePath && <DownloadIconButton file={{ ...file, filePath }} />}
        </li>
      ))}
    </ul>
  )
}
