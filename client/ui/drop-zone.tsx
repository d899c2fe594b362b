import Upload from 'lucide-react/icons/upload'
import { type DragEvent, useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { FieldError, FieldHint, type FieldTexts, GroupLabel, useFieldIds } from './field.tsx'

type DropZoneProps = FieldTexts & {
  /** Describes the accepted files. */
  hint: string
  /** Endings with a dot, commas between: what the browser offers to choose. A drop brings anything. */
  accept: string
  multiple?: boolean
  onFiles: (files: File[]) => void
  /** Reads what was dropped, where a folder should give its files. */
  readDrop?: (dropped: DataTransfer) => Promise<File[]>
}

const readFiles = async (dropped: DataTransfer) => [...dropped.files]

/** Takes files that are chosen or dropped. The browser's own control lies over all of it, unseen. */
export function DropZone({
  accept,
  multiple = false,
  onFiles,
  readDrop = readFiles,
  ...field
}: DropZoneProps) {
  const { label, required, hint, error } = field
  const { id, labelId, hintId, errorId, describedBy } = useFieldIds(field)
  const [over, setOver] = useState(false)
  useMissedDrops()

  const handleDragOver = (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    // Prevents useMissedDrops from refusing the drop.
    event.stopPropagation()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }

  const handleDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }

  const handleDrop = async (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    setOver(false)
    onFiles(await readDrop(event.dataTransfer))
  }

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <GroupLabel id={labelId} label={label} required={required} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the input takes all the others. */}
      <div
        onDragOver={handleDragOver}
        onDragLeave={handleDragLeave}
        onDrop={handleDrop}
        className={classNames(
          'relative grid place-items-center gap-2 rounded-card border border-dashed px-4 py-6 text-center',
          'hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
          over
            ? 'border-accent bg-accent-soft'
            : error
              ? 'border-danger bg-surface'
              : 'border-control bg-surface',
        )}
      >
        <Upload aria-hidden strokeWidth={1.5} className="size-6 text-muted" />
        <span aria-hidden>
          <span className="touch:hidden">Drag {multiple ? 'files' : 'a file'} here, or </span>
          {/* Alone on a phone, it begins the line. */}
          <span className="text-link touch:inline-block touch:first-letter:uppercase">
            choose {multiple ? 'files' : 'a file'}
          </span>
        </span>
        <FieldHint id={hintId}>{hint}</FieldHint>
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={multiple}
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          required={required}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            // So that the same file can be chosen again after it was taken out.
            target.value = ''
            if (files.length > 0) onFiles(files)
          }}
          className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
        />
      </div>
      {error && (
        <div role="alert">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </div>
  )
}

export const carriesFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false

/** Ignores files that are dropped beside the zone: the browser would open them in place of the page. */
export const useMissedDrops = () =>
  useEffect(() => {
    const stop = (event: globalThis.DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer && event.type === 'dragover') event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', stop)
    window.addEventListener('drop', stop)
    return () => {
      window.removeEventListener('dragover', stop)
      window.removeEventListener('drop', stop)
    }
  }, [])
