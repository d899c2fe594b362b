import { Upload } from 'lucide-react'
import { type DragEvent, useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { FieldError, FieldHint, type FieldTexts, GroupLabel, useFieldIds } from './field.tsx'

type DropZoneProps = FieldTexts & {
  /** The description of the accepted files. */
  hint: string
  /** The extensions that the browser offers, such as ".pdf,.png". Dropped files can have any type. */
  accept: string
  multiple?: boolean
  /** Whether the zone is large, for a page whose main purpose it is. */
  isLarge?: boolean
  onFiles: (files: File[]) => void
  /** Reads the dropped files, including the files of dropped folders. */
  readDrop?: (dropped: DataTransfer) => Promise<File[]>
}

const readFiles = async (dropped: DataTransfer) => [...dropped.files]

/** An area that accepts chosen or dropped files. The browser's own file input covers the whole area invisibly. */
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
          {/* On a phone, this is the only text, so it begins with a capital letter. */}
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
            // Clearing the value lets the user choose the same file again after removing it.
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
 * Accepts files dropped on an element. Returns the props of the element and whether files are dragged over it. Files dropped elsewhere
 * are ignored, since the browser would open them in place of the page.
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
      // Otherwise, the listener on the window would reject the drop.
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
