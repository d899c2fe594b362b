import { useState } from 'react'
import { useIsStaff } from '#client/domain/current-user.ts'
import { FileBox } from '#client/domain/files/file-picker.tsx'
import { UploadInPlace } from '#client/domain/files/upload-in-place.tsx'
import type { UploadPlace } from '#client/domain/files/uploader.ts'
import { useUploads } from '#client/domain/files/use-uploads.ts'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { FieldHint, GroupLabel } from '#client/ui/field.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormTextArea } from '#client/ui/form-fields.tsx'
import { limits } from '#contract/limits.ts'
import { obligationKindLabels } from '#contract/obligations/kinds.ts'
import { type Obligation, UpdateObligation } from '#contract/obligations/obligations.ts'
import { useUpdateObligation } from './mutations.ts'

type DoneDialogProps = DialogOpening & {
  obligation: Obligation
  /** Whether the user may add a file that shows that it was done. */
  takesFile: boolean
}

/** The place for the evidence of partners, which only staff and those who sign can open. */
const placeOf = ({ id }: Obligation): UploadPlace => ({
  request: async (body) =>
    (await call('POST /api/obligations/:id/upload', { params: { id }, body })).uploadURL,
  register: async (uploadURL) =>
    (await call('PUT /api/task-proofs/upload', { body: { resourceURL: uploadURL } })).filePath,
})

type File = { filePath: string; name: string; sizeBytes: number }

/** Marks an obligation as done, with a note and a file that shows it. */
export function DoneDialog({ obligation, takesFile, ...opening }: DoneDialogProps) {
  const { mutateAsync: update } = useUpdateObligation(obligation)
  const isStaff = useIsStaff()
  const uploader = useUploads(isStaff ? undefined : placeOf(obligation))
  const [file, setFile] = useState<File | null>(() => storedFile(obligation))
  const edit = useEditForm({
    schema: UpdateObligation,
    record: null,
    valuesOf: () => ({ status: 'done' as const, note: obligation.note ?? '', filePath: obligation.filePath }),
    save: (body) => update(takesFile ? body : { ...body, filePath: undefined }),
  })
  const changeFile = (next: File | null) => {
    setFile(next)
    edit.form.setValue('filePath', next?.filePath ?? null, { shouldDirty: true })
  }
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Mark done: ${obligationKindLabels[obligation.kind]}`}
      submitLabel="Mark done"
      pendingLabel="Saving..."
      isPending={edit.isSaving || uploader.isBusy}
    >
      <FormTextArea
        name="note"
        label="Note"
        maxLength={limits.reason}
        hint="What was done, for both sides to see"
      />
      {takesFile &&
        (file ? (
          <FileBox name={file.name} sizeBytes={file.sizeBytes} onRemove={() => changeFile(null)} />
        ) : (
          <fieldset aria-labelledby="evidence-label" className="grid min-w-0 grid-cols-1 gap-1.5">
            <GroupLabel id="evidence-label" label="File" />
            <UploadInPlace
              uploader={uploader}
              isFull={uploader.uploads.length > 0}
              onUploaded={({ title, upload: { filePath, fileType, fileSize } }) =>
                changeFile({ filePath, name: `${title}.${fileType}`, sizeBytes: fileSize })
              }
            />
            <FieldHint id="evidence-hint">For example, a photo or a delivery note</FieldHint>
          </fieldset>
        ))}
    </EditDialog>
  )
}

const storedFile = ({ filePath, fileName, fileSize }: Obligation): File | null =>
  filePath ? { filePath, name: fileName ?? 'File', sizeBytes: fileSize ?? 0 } : null
