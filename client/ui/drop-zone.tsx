import { Upload } from 'lucide-react'
import { type DragEvent, useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { FieldError, FieldHint, type FieldTexts, GroupLabel, useFieldIds } from './field.tsx'

type DropZoneProps = FieldTexts & {
  /** Describes the accepted files. */
  hint: string
  /** Endings with a dot, commas between: what the browser offers to choose. A drop brings anything. */
  accept: string
  multiple?: boolean
  /** Where it is what the page is for. */
  isLarge?: boolean
  onFiles: (files: File[]) => void
  /** Reads what was dropped, where a folder should give its files. */
  readDrop?: (dropped: DataTransfer) => Promise<File[]>
}

const readFiles = async (dropped: DataTransfer) => [...dropped.files]

/** Takes files that are chosen or dropped. The browser's own control lies over all of it, unseen. */
export function DropZone({
  accept,
  multiple = false,
  isLarge = false,
  onFiles,
  readDrop = readFiles,
  ...field
}: DropZoneProps) {
  const { label, required, hint, error } = field
  const { id, labelId, hintId, errorId, describedBy } = useFieldIds(field)
  const { isOver, dropProps } = useFileDrop(async (dropped) => onFiles(await readDrop(dropped)))

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <GroupLabel id={labelId} label={label} required={required} />
      <div
        {...dropProps}
        className={classNames(
          'relative grid place-items-center gap-2 rounded-card border border-dashed px-4 text-center',
          isLarge ? 'py-12' : 'py-6',
          'hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
          isOver
            ? 'border-accent bg-accent-soft'
            : error
              ? 'border-danger bg-surface'
              : 'border-control bg-surface',
        )}
      >
        <Upload aria-hidden strokeWidth={1.5} className="size-6 text-muted" />
        <span aria-hidden>
          <span className="touch:hidden">{`Drag ${multiple ? 'files' : 'a file'} here, or `}</span>
          {/* Alone on a phone, it begins the line. */}
          <span className="text-link touch:inline-block touch:first-letter:uppercase">
            {`choose ${multiple ? 'files' : 'a file'}`}
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

const carriesFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false

/**
 * Files that are dropped on an element: its props, and whether some are over it. Those dropped beside it are ignored, since the
 * browser would open them in place of the page.
 */
export const useFileDrop = (onDrop: (dropped: DataTransfer) => void, isDisabled = false) => {
  const [isOver, setOver] = useState(false)
  const isAccepted = (event: DragEvent) => !isDisabled && carriesFiles(event)

  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer && event.type === 'dragover') event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', ignore)
    window.addEventListener('drop', ignore)
    return () => {
      window.removeEventListener('dragover', ignore)
      window.removeEventListener('drop', ignore)
    }
  }, [])

  const dropProps = {
    onDragOver: (event: DragEvent) => {
      if (!isAccepted(event)) return
      event.preventDefault()
      // The window would ignore it.
      event.stopPropagation()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!isAccepted(event)) return
      event.preventDefault()
      onDrop(event.dataTransfer)
    },
  }
  return { isOver, dropProps }
}
