import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { FieldError, FieldHint, GroupLabel } from '#client/ui/field.tsx'
import { FileBox } from './file-picker.tsx'
import { UploadInPlace } from './upload-in-place.tsx'
import type { useUploads } from './use-uploads.ts'

/** A file that is uploaded. */
export type ChosenFile = { filePath: string; name: string; sizeBytes: number }

type AttachFileProps = {
  uploader: ReturnType<typeof useUploads>
  /** The file that the form begins with. */
  initial?: ChosenFile | null
  required?: boolean
  hint: string
}

/** The one file of a form, which is uploaded when it is chosen. Its path is the field `filePath` of the form. */
export function AttachFile({ uploader, initial = null, required = false, hint }: AttachFileProps) {
  const { setValue, formState } = useFormContext()
  const [file, setFile] = useState(initial)
  const change = (next: ChosenFile | null) => {
    setFile(next)
    setValue('filePath', next?.filePath ?? null, {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    })
  }
  if (file) return <FileBox name={file.name} sizeBytes={file.sizeBytes} onRemove={() => change(null)} />
  const problem = formState.errors.filePath?.message
  return (
    <fieldset aria-labelledby="file-label" className="grid min-w-0 grid-cols-1 gap-1.5">
      <GroupLabel id="file-label" label="File" required={required} />
      <UploadInPlace
        uploader={uploader}
        isFull={uploader.uploads.length > 0}
        onUploaded={({ title, upload: { filePath, fileType, fileSize } }) =>
          change({ filePath, name: `${title}.${fileType}`, sizeBytes: fileSize })
        }
      />
      <FieldHint id="file-hint">{hint}</FieldHint>
      {problem && (
        <div role="alert">
          <FieldError id="file-error">{String(problem)}</FieldError>
        </div>
      )}
    </fieldset>
  )
}
