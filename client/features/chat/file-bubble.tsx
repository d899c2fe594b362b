import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { formatSize } from '#client/lib/format.ts'
import { classNames } from '#client/ui/class-names.ts'
import { FileIcon } from '#client/ui/file-icon.tsx'
import type { ChatFile } from '#contract/chat/messages.ts'
import { previewOf } from '#contract/files/file-types.ts'

const addressOf = ({ filePath }: ChatFile) => `/api/chat/files/${filePath}`

/** A file that was sent: a picture as such, any other by its name; what the browser can show, it shows in another tab. */
export function FileBubble({ file, isOwn }: { file: ChatFile; isOwn: boolean }) {
  const preview = previewOf(file.fileType)
  const [isBroken, setBroken] = useState(false)
  const address = addressOf(file)
  if (preview === 'picture' && !isBroken) {
    return (
      <a
        href={address}
        target="_blank"
        rel="noopener"
        title={file.fileName}
        className={classNames('block w-fit overflow-clip rounded-card', isOwn && 'ml-auto')}
      >
        {/* Of one size, so that nothing jumps when it is there. */}
        <img
          src={address}
          alt={file.fileName}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="h-36 w-48 max-w-full border border-line bg-sunken object-cover"
        />
      </a>
    )
  }
  return (
    <a
      href={preview ? address : `${address}?download`}
      {...(preview ? { target: '_blank', rel: 'noopener' } : { download: file.fileName })}
      className={classNames(
        'flex w-fit min-w-0 max-w-full items-center gap-2.5 rounded-card border border-control bg-surface px-3 py-2 hover:bg-sunken',
        isOwn && 'ml-auto',
      )}
    >
      <FileIcon fileType={file.fileType} />
      <span className="min-w-0">
        <span className="block truncate font-medium text-13">{file.fileName}</span>
        <span className="block text-12 text-muted">
          {file.fileType.toUpperCase()}, {formatSize(file.fileSize)}
        </span>
      </span>
      {!preview && <Download aria-hidden className="size-4 shrink-0 text-muted" />}
    </a>
  )
}
