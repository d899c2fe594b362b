import { File, RotateCcw, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { formatSize } from '#client/lib/format.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { type FileType, fileTypes, maxFileSize } from '#contract/files/file-types.ts'
import { acceptedKinds, endingsOf, refusalOf } from './chosen-file.ts'
import { UploadStatus } from './upload-status.tsx'
import type { useSingleUpload } from './use-uploads.ts'

type FilePickerProps = {
  /** Whether the form can be sent without a file. */
  optional?: boolean
  label?: string
  /** The file types that may be chosen; the hint describes them. */
  types?: readonly FileType[]
  hint?: string
  picker: ReturnType<typeof useSingleUpload>
  /** Called with the name of the chosen file; with null when the file is removed. */
  onChosen?: (fileName: string | null) => void
  /** Sends a failed file again. */
  onRetry: () => void
}

/** A picker for one file, chosen or dropped, with the progress of its upload. */
export function FilePicker({
  optional = false,
  label = 'File',
  types = fileTypes,
  hint = acceptedKinds,
  picker,
  onChosen,
  onRetry,
}: FilePickerProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const { upload } = picker

  /** Applies a change that removes the focused control, and focuses the control that replaces it. */
  const change = (apply: () => unknown) => {
    flushSync(apply)
    containerRef.current?.querySelector<HTMLElement>('button, input')?.focus()
  }

  const handleFiles = (files: globalThis.File[]) => {
    const [file, ...others] = files
    if (!file) return
    const refusal = refusalOf(file, maxFileSize, types)
    if (others.length > 0) return picker.setError('Choose one file at a time.')
    if (refusal) return picker.setError(`${file.name}: ${refusal}`)
    picker.setError(undefined)
    change(() => picker.add(file))
    onChosen?.(file.name)
  }

  const handleRemove = (id: string) => {
    change(() => picker.remove(id))
    onChosen?.(null)
  }

  return (
    <div ref={containerRef}>
      {upload ? (
        <FileBox
          name={upload.fileName}
          sizeBytes={upload.fileSize}
          actions={
            <>
              {(upload.stage === 'waiting' || upload.stage === 'sending') && (
                <Button size="small" onClick={() => change(() => picker.stop(upload.id))}>
                  Cancel
                </Button>
              )}
              {upload.failure?.canRetry && (
                <Button icon={RotateCcw} size="small" onClick={onRetry}>
                  Retry
                </Button>
              )}
            </>
          }
          onRemove={
            upload.stage === 'chosen' || upload.stage === 'failed' ? () => handleRemove(upload.id) : undefined
          }
        >
          <UploadStatus upload={upload} />
        </FileBox>
      ) : (
        <DropZone
          id={picker.pickerId}
          label={label}
          required={!optional}
          hint={hint}
          error={picker.error}
          accept={endingsOf(types)}
          onFiles={handleFiles}
        />
      )}
    </div>
  )
}

type FileBoxProps = {
  name: string
  sizeBytes: number
  /** The address of the file, once it is stored. */
  href?: string | undefined
  actions?: ReactNode
  onRemove: (() => void) | undefined
  children?: ReactNode
}

/** A box that shows the file of a form. */
export function FileBox({ name, sizeBytes, href, actions, onRemove, children }: FileBoxProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="font-medium text-13">File</span>
      <div className="grid grid-cols-1 gap-3 rounded-card border border-control p-3">
        <div className="flex items-center gap-3">
          <File aria-hidden className="size-5 shrink-0 text-muted" />
          <p className="min-w-0 flex-1">
            {href ? (
              <a
                href={href}
                target="_blank"
                rel="noreferrer"
                className="wrap-anywhere text-link line-clamp-2"
              >
                {name}
              </a>
            ) : (
              <span className="wrap-anywhere line-clamp-2 font-medium">{name}</span>
            )}
            <span className="block text-13 text-muted">{formatSize(sizeBytes)}</span>
          </p>
          {actions}
          {onRemove && <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} className="-mr-1" />}
        </div>
        {children}
      </div>
    </div>
  )
}
