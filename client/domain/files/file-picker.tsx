import File from 'lucide-react/icons/file'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import X from 'lucide-react/icons/x'
import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { formatSize } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { acceptedEndings, acceptedKinds, refusalOf } from './chosen-file.ts'
import { UploadStatus } from './upload-status.tsx'
import type { useSingleUpload } from './use-single-upload.ts'
import type { Upload } from './use-uploads.ts'

type FilePickerProps = {
  /** Of a form that goes without a file, too. */
  optional?: boolean
  picker: ReturnType<typeof useSingleUpload>
  onChosen?: (fileName: string) => void
  onRemoved?: () => void
  /** Tries once more what failed. */
  onRetry: () => void
}

/** One file, chosen or dropped, with how far it is. */
export function FilePicker({ optional = false, picker, onChosen, onRemoved, onRetry }: FilePickerProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const { upload } = picker

  const handleFiles = (files: globalThis.File[]) => {
    const [file, ...others] = files
    if (!file) return
    const refusal = refusalOf(file)
    if (others.length > 0) picker.setError('Choose one file at a time.')
    else if (refusal) picker.setError(`${file.name}: ${refusal}`)
    else {
      picker.setError(undefined)
      flushSync(() => picker.add(file))
      onChosen?.(file.name)
      focusFirstControl(containerRef)
    }
  }

  const handleRemove = (id: string) => {
    flushSync(() => picker.remove(id))
    onRemoved?.()
    focusFirstControl(containerRef)
  }

  const handleStop = (id: string) => {
    flushSync(() => picker.stop(id))
    focusFirstControl(containerRef)
  }

  return (
    <div ref={containerRef}>
      {upload ? (
        <ChosenFile
          upload={upload}
          onRemove={() => handleRemove(upload.id)}
          onStop={() => handleStop(upload.id)}
          onRetry={onRetry}
        />
      ) : (
        <DropZone
          id={picker.pickerId}
          label="File"
          required={!optional}
          hint={acceptedKinds}
          error={picker.error}
          accept={acceptedEndings.join(',')}
          onFiles={handleFiles}
        />
      )}
    </div>
  )
}

/** The control that had the focus has disappeared: the one that replaced it gets the focus. */
const focusFirstControl = (containerRef: RefObject<HTMLElement | null>) =>
  containerRef.current?.querySelector<HTMLElement>('button, input')?.focus()

type ChosenFileProps = { upload: Upload; onRemove: () => void; onStop: () => void; onRetry: () => void }

function ChosenFile({ upload, onRemove, onStop, onRetry }: ChosenFileProps) {
  const { fileName, fileSize, stage, failure } = upload
  const isSending = stage === 'waiting' || stage === 'sending'
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="font-medium text-13">File</span>
      <div className="grid grid-cols-1 gap-3 rounded-card border border-control p-3">
        <div className="flex items-center gap-3">
          <File aria-hidden className="size-5 shrink-0 text-muted" />
          <p className="min-w-0 flex-1">
            <span className="wrap-anywhere line-clamp-2 font-medium">{fileName}</span>
            <span className="block text-13 text-muted">{formatSize(fileSize)}</span>
          </p>
          {isSending && (
            <Button size="small" onClick={onStop}>
              Cancel
            </Button>
          )}
          {failure?.canRetry && (
            <Button size="small" onClick={onRetry}>
              <RotateCcw aria-hidden className="size-4" />
              Retry
            </Button>
          )}
          {(stage === 'chosen' || stage === 'failed') && (
            <IconButton label={`Remove ${fileName}`} onClick={onRemove} className="-mr-1">
              <X aria-hidden className="size-4" />
            </IconButton>
          )}
        </div>
        <UploadStatus upload={upload} />
      </div>
    </div>
  )
}
