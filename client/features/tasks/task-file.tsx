import File from 'lucide-react/icons/file'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { FilePicker } from '#client/domain/files/file-picker.tsx'
import { formatSize } from '#client/lib/format.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { AttachedFile, useAttachedFile } from './use-attached-file.ts'

type TaskFileProps = { file: ReturnType<typeof useAttachedFile>; onRetry: () => void }

/** The file of a task: what it has, with the way to take it off, or where one is chosen. */
export function TaskFile({ file: { attached, picker, remove }, onRetry }: TaskFileProps) {
  const place = useRef<HTMLDivElement>(null)

  const handleRemove = () => {
    flushSync(remove)
    // What had the focus has gone with the file: where one is chosen has it now.
    place.current?.querySelector('input')?.focus()
  }

  return (
    <div ref={place}>
      {attached ? (
        <Attached file={attached} onRemove={handleRemove} />
      ) : (
        <FilePicker optional picker={picker} onRetry={onRetry} />
      )}
    </div>
  )
}

function Attached({ file, onRemove }: { file: AttachedFile; onRemove: () => void }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="font-medium text-13">File</span>
      <div className="flex items-center gap-3 rounded-card border border-control p-3">
        <File aria-hidden className="size-5 shrink-0 text-muted" />
        <p className="min-w-0 flex-1">
          <a
            href={`/objects/${file.filePath}`}
            target="_blank"
            rel="noreferrer"
            className="wrap-anywhere text-link line-clamp-2"
          >
            {file.fileName}
          </a>
          <span className="block text-13 text-muted">{formatSize(file.fileSize)}</span>
        </p>
        <IconButton label={`Remove ${file.fileName}`} onClick={onRemove} className="-mr-1">
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
    </div>
  )
}
