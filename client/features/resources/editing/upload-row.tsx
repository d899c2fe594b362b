import { X } from 'lucide-react'
import type { Upload } from '#client/domain/files/upload.ts'
import { UploadStatus } from '#client/domain/files/upload-status.tsx'
import { formatSize } from '#client/lib/format.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'
import { limits } from '#contract/fields.ts'

type UploadRowProps = {
  upload: Upload
  /** Of its title. */
  error: string | undefined
  onRename: (title: string) => void
  onStop: () => void
  onRemove: () => void
}

/** One of many files: its title, its progress, and what can be done with it now. */
export function UploadRow({ upload, error, onRename, onStop, onRemove }: UploadRowProps) {
  const { fileName, fileSize, title, stage } = upload
  const isOpen = stage === 'chosen' || stage === 'failed'
  return (
    <li data-upload className="grid grid-cols-1 gap-2 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          {isOpen ? (
            <Field label="Title" required error={error} hint={`${fileName} · ${formatSize(fileSize)}`}>
              <TextInput
                value={title}
                maxLength={limits.name}
                autoComplete="off"
                onChange={({ target }) => onRename(target.value)}
                className="truncate"
              />
            </Field>
          ) : (
            <>
              <p className="wrap-anywhere line-clamp-2 font-medium">{title}</p>
              <p className="truncate text-13 text-muted">{fileName}</p>
            </>
          )}
        </div>
        {(stage === 'waiting' || stage === 'sending') && (
          <Button size="small" aria-label={`Cancel ${fileName}`} onClick={onStop}>
            Cancel
          </Button>
        )}
        {isOpen && (
          <IconButton label={`Remove ${fileName}`} onClick={onRemove} className="mt-6.5 -mr-2">
            <X aria-hidden className="size-4" />
          </IconButton>
        )}
      </div>
      <UploadStatus upload={upload} />
    </li>
  )
}
