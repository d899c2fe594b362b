import RotateCcw from 'lucide-react/icons/rotate-ccw'
import X from 'lucide-react/icons/x'
import { UploadStatus } from '#client/domain/files/upload-status.tsx'
import type { Upload } from '#client/domain/files/use-uploads.ts'
import { formatSize } from '#client/lib/format.ts'
import { FileIcon } from '#client/ui/file-icon.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { fileTypeOf } from '#contract/files/file-types.ts'
import type { Attachments } from './use-attachments.ts'

type AttachmentRowsProps = {
  attachments: Attachments
  /** What had the focus in a row goes with it. */
  onRemoved: () => void
}

/** What goes with the next message, with how far each file is. */
export function AttachmentRows({ attachments, onRemoved }: AttachmentRowsProps) {
  const { uploads, refusal } = attachments
  if (uploads.length === 0 && refusal === null) return null
  return (
    <div data-attachments className="max-h-40 overflow-y-auto border-line border-t px-3 py-2">
      {refusal !== null && (
        <p role="alert" className="wrap-anywhere font-medium text-13 text-danger">
          {refusal}
        </p>
      )}
      <ul aria-label="Files of the next message" className="grid grid-cols-1 gap-2">
        {uploads.map((upload) => (
          <AttachmentRow
            key={upload.id}
            upload={upload}
            onRetry={() => attachments.retry(upload)}
            onRemove={() => {
              attachments.remove(upload.id)
              onRemoved()
            }}
          />
        ))}
      </ul>
    </div>
  )
}

type AttachmentRowProps = { upload: Upload; onRetry: () => void; onRemove: () => void }

function AttachmentRow({ upload, onRetry, onRemove }: AttachmentRowProps) {
  const { fileName, fileSize, stage, failure } = upload
  return (
    <li className="flex items-center gap-2">
      <FileIcon fileType={fileTypeOf(fileName) ?? 'txt'} />
      <div className="min-w-0 flex-1">
        <p className="flex gap-2 text-13">
          <span className="min-w-0 truncate font-medium">{fileName}</span>
          <span className="shrink-0 text-muted">{formatSize(fileSize)}</span>
        </p>
        {stage !== 'done' && <UploadStatus upload={upload} />}
      </div>
      {failure?.canRetry && (
        <IconButton label={`Retry ${fileName}`} onClick={onRetry}>
          <RotateCcw aria-hidden className="size-4" />
        </IconButton>
      )}
      <IconButton
        label={stage === 'done' || failure ? `Remove ${fileName}` : `Cancel ${fileName}`}
        onClick={onRemove}
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </li>
  )
}
