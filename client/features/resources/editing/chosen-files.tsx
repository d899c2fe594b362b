import { getDroppedFiles } from '@uppy/core/utils'
import { Camera, RotateCcw, X } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { acceptedEndings, acceptedKinds } from '#client/domain/files/chosen-file.ts'
import { isToUpload, isUnderWay, type Upload } from '#client/domain/files/upload.ts'
import { UploadStatus } from '#client/domain/files/upload-status.tsx'
import type { useUploads } from '#client/domain/files/use-uploads.ts'
import { formatCount, formatSize } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { limits } from '#contract/limits.ts'

const isUntitled = (upload: Upload) => isToUpload(upload) && !upload.title.trim()

/** Whether all of several files have a title. */
export const haveTitles = (uploads: readonly Upload[]) => !uploads.some(isUntitled)

type ChosenFilesProps = {
  uploader: ReturnType<typeof useUploads>
  /** A line for each file that cannot be uploaded, and is not in the list. */
  refused: string[]
  /** Whether the user has tried to send the files; from then on, what is missing is marked. */
  wasSubmitted: boolean
  onFiles: (files: File[]) => void
  onRemove: (id: string) => void
  /** Sends a failed file again. */
  onRetry: (id: string) => void
}

/** Lets the user choose one file or several, and shows their progress. Each of several has a title here. */
export function ChosenFiles(props: ChosenFilesProps) {
  const { uploader, refused, wasSubmitted, onFiles, onRemove, onRetry } = props
  const { uploads, isBusy } = uploader
  const containerRef = useRef<HTMLDivElement>(null)

  /** Applies a change that removes the focused control of a row. The focus moves to the row in its place, or to the picker. */
  const change = (index: number, apply: () => unknown) => {
    flushSync(apply)
    const rows = containerRef.current?.querySelectorAll<HTMLElement>('[data-upload]') ?? []
    const row = rows[Math.min(index, rows.length - 1)]
    ;(row ?? containerRef.current)?.querySelector<HTMLElement>('input, button')?.focus()
  }

  return (
    <div ref={containerRef} className="grid min-w-0 grid-cols-1 gap-4">
      {!isBusy && (
        <>
          <DropZone
            label="Files"
            required
            multiple
            hint={acceptedKinds}
            error={wasSubmitted && uploads.length === 0 ? 'Choose a file' : undefined}
            accept={acceptedEndings}
            onFiles={onFiles}
            // If a folder is dropped, the files in it are used.
            readDrop={(dropped) => getDroppedFiles(dropped)}
          />
          <FileButton
            label="Take photo"
            icon={Camera}
            // An iPhone converts photos from its own format only if that format is not accepted.
            accept="image/jpeg,image/png,image/webp"
            capture="environment"
            className="justify-self-start not-pointer-coarse:hidden"
            onFiles={onFiles}
          />
        </>
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
              isTitled={uploads.length > 1}
              error={wasSubmitted && isUntitled(upload) ? 'Title is required' : undefined}
              onRename={(title) => uploader.rename(upload.id, title)}
              onStop={() => change(index, () => uploader.stop(upload.id))}
              onRemove={() => change(index, () => onRemove(upload.id))}
              onRetry={!isBusy && upload.failure?.canRetry ? () => onRetry(upload.id) : undefined}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

type UploadRowProps = {
  upload: Upload
  /** Whether the row has the title; that of a single file is a field of the form. */
  isTitled: boolean
  /** The error of the title. */
  error: string | undefined
  onRename: (title: string) => void
  onStop: () => void
  onRemove: () => void
  onRetry: (() => void) | undefined
}

/** One of the files: its title, its progress, and the actions that are possible now. */
function UploadRow({ upload, isTitled, error, onRename, onStop, onRemove, onRetry }: UploadRowProps) {
  const { fileName, fileSize, title, stage } = upload
  const isOpen = stage === 'chosen' || stage === 'failed'
  const hasField = isOpen && isTitled
  const [first, second] = isTitled ? [title, fileName] : [fileName, formatSize(fileSize)]
  return (
    <li data-upload className="grid grid-cols-1 gap-2 py-3">
      <div className={hasField ? 'flex items-start gap-3' : 'flex items-center gap-3'}>
        <div className="min-w-0 flex-1">
          {hasField ? (
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
              <p className="wrap-anywhere line-clamp-2 font-medium">{first}</p>
              <p className="truncate text-13 text-muted">{second}</p>
            </>
          )}
        </div>
        <div className={hasField ? 'mt-6.5 -mr-2 flex items-center gap-1' : '-mr-2 flex items-center gap-1'}>
          {(stage === 'waiting' || stage === 'sending') && (
            <Button size="small" aria-label={`Cancel ${fileName}`} onClick={onStop}>
              Cancel
            </Button>
          )}
          {onRetry && (
            <Button icon={RotateCcw} size="small" aria-label={`Retry ${fileName}`} onClick={onRetry}>
              Retry
            </Button>
          )}
          {isOpen && <IconButton icon={X} label={`Remove ${fileName}`} onClick={onRemove} />}
        </div>
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
