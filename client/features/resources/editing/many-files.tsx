import { getDroppedFiles } from '@uppy/core/utils'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { acceptedEndings, acceptedKinds, refusalOf } from '#client/domain/files/chosen-file.ts'
import { isToUpload, isUnderWay, type Upload } from '#client/domain/files/upload.ts'
import { UploadStatus } from '#client/domain/files/upload-status.tsx'
import type { useUploads } from '#client/domain/files/use-uploads.ts'
import { formatCount, formatSize } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'
import { limits } from '#contract/limits.ts'

const isUntitled = (upload: Upload) => isToUpload(upload) && !upload.title.trim()

type ManyFilesProps = {
  uploader: ReturnType<typeof useUploads>
  /** Whether the user has tried to send the files; from then on, missing titles are marked. */
  wasSubmitted: boolean
}

/** Whether many files can be sent. */
export const areComplete = (uploads: readonly Upload[]) => uploads.length > 0 && !uploads.some(isUntitled)

/** Lets the user choose many files, each with a title, and shows their progress. */
export function ManyFiles({ uploader, wasSubmitted }: ManyFilesProps) {
  const { uploads, isBusy } = uploader
  // A line for each file that was refused when it was chosen.
  const [refused, setRefused] = useState<string[]>([])
  const containerRef = useRef<HTMLDivElement>(null)

  const handleFiles = (files: File[]) => {
    setRefused(files.flatMap((file) => (refusalOf(file) ? [`${file.name}: ${refusalOf(file)}`] : [])))
    for (const file of files) {
      if (!refusalOf(file)) uploader.add(file)
    }
  }

  const handleRemove = (id: string, index: number) => {
    flushSync(() => uploader.remove(id))
    // The row is gone, so the focus moves to the next one, or to the picker.
    const rows = containerRef.current?.querySelectorAll<HTMLElement>('[data-upload]') ?? []
    const row = rows[Math.min(index, rows.length - 1)]
    ;(row ?? containerRef.current)?.querySelector<HTMLElement>('input, button')?.focus()
  }

  return (
    <div ref={containerRef} className="grid min-w-0 grid-cols-1 gap-5">
      {!isBusy && (
        <DropZone
          label="Files"
          required
          multiple
          hint={acceptedKinds}
          error={wasSubmitted && uploads.length === 0 ? 'Choose a file' : undefined}
          accept={acceptedEndings}
          onFiles={handleFiles}
          // If a folder is dropped, the files in it are used.
          readDrop={(dropped) => getDroppedFiles(dropped)}
        />
      )}
      {refused.length > 0 && (
        <Alert title={`${formatCount(refused.length, 'file')} not added`}>
          <ul>
            {refused.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {uploads.length > 0 && (
        <ul aria-label="Files" className="divide-y divide-line border-line border-y">
          {uploads.map((upload, index) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              error={wasSubmitted && isUntitled(upload) ? 'Title is required' : undefined}
              onRename={(title) => uploader.rename(upload.id, title)}
              onStop={() => uploader.stop(upload.id)}
              onRemove={() => handleRemove(upload.id, index)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

type UploadRowProps = {
  upload: Upload
  /** The error of the title. */
  error: string | undefined
  onRename: (title: string) => void
  onStop: () => void
  onRemove: () => void
}

/** One of many files: its title, its progress, and the actions that are possible now. */
function UploadRow({ upload, error, onRename, onStop, onRemove }: UploadRowProps) {
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
          <IconButton icon={X} label={`Remove ${fileName}`} onClick={onRemove} className="mt-6.5 -mr-2" />
        )}
      </div>
      <UploadStatus upload={upload} />
    </li>
  )
}

/** Returns the label of the button below several files. */
export const labelOf = (next: NextStep) => {
  if (next.does === 'wait') return 'Uploading...'
  if (next.does === 'close') return 'Done'
  if (next.does === 'retry') return `Retry ${formatCount(next.count, 'file')}`
  return next.count > 0 ? `Upload ${formatCount(next.count, 'file')}` : 'Upload files'
}

/** The next action of the button below several files. */
type NextStep = { does: 'upload' | 'retry'; count: number } | { does: 'wait' } | { does: 'close' }

type Counted = Pick<Upload, 'stage' | 'failure'>

/** Returns the progress as a text, which is empty before uploading starts, and what the button does next. */
export const summaryOf = (uploads: readonly Counted[]): { text: string; next: NextStep } => {
  const count = (fits: (upload: Counted) => boolean) => uploads.filter(fits).length
  const done = count(({ stage }) => stage === 'done')
  const failed = count(({ stage }) => stage === 'failed')
  const toSend = count(isToUpload)
  const running = count(isUnderWay)

  if (running > 0) return { text: `${done} of ${done + failed + running} uploaded`, next: { does: 'wait' } }
  const text = [done > 0 && `${done} uploaded`, failed > 0 && `${failed} failed`].filter(Boolean).join(', ')
  if (toSend === 0)
    return { text, next: uploads.length > 0 ? { does: 'close' } : { does: 'upload', count: 0 } }
  const onlyFailed = count(({ stage }) => stage === 'chosen') === 0
  return { text, next: { does: onlyFailed ? 'retry' : 'upload', count: toSend } }
}
