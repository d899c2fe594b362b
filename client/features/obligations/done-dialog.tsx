import { useIsStaff } from '#client/domain/current-user.ts'
import { AttachFile, type ChosenFile } from '#client/domain/files/attach-file.tsx'
import { registerProof, type UploadPlace } from '#client/domain/files/uploader.ts'
import { useUploads } from '#client/domain/files/use-uploads.ts'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
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
  register: registerProof,
})

/** Marks an obligation as done, with a note and a file that shows it. */
export function DoneDialog({ obligation, takesFile, ...opening }: DoneDialogProps) {
  const { mutateAsync: update } = useUpdateObligation(obligation, ['conflict', 'fields'])
  const isStaff = useIsStaff()
  const uploader = useUploads(isStaff ? undefined : placeOf(obligation))
  const edit = useEditForm({
    schema: UpdateObligation,
    record: obligation,
    valuesOf: (record) => ({
      status: 'done' as const,
      note: record?.note ?? '',
      filePath: record?.filePath ?? null,
    }),
    reload: readAgain,
    onReloaded: () => uploader.clear(),
    save: ({ filePath, ...body }, record) =>
      update({ ...body, ...(takesFile && { filePath }), updatedAt: record?.updatedAt }),
  })
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
      {takesFile && (
        <AttachFile
          key={edit.record?.updatedAt}
          uploader={uploader}
          initial={edit.record && storedFile(edit.record)}
          hint="For example, a photo or a delivery note"
        />
      )}
    </EditDialog>
  )
}

const storedFile = ({ filePath, fileName, fileSize }: Obligation): ChosenFile | null =>
  filePath ? { filePath, name: fileName ?? 'File', sizeBytes: fileSize ?? 0 } : null

/** Reads the obligation again. Members who may not sign do not see the agreement, and an agreement may have no activation. */
const readAgain = async ({ id, documentId, activationId }: Obligation) => {
  const list = documentId
    ? await call('GET /api/partner/documents/:id/obligations', { params: { id: documentId } })
    : activationId
      ? await call('GET /api/activations/:id/obligations', { params: { id: activationId } })
      : await call('GET /api/partner/obligations', {})
  return list.find((each) => each.id === id)
}
