import { FilePicker } from '#client/domain/files/file-picker.tsx'
import { UploadDialog } from '#client/domain/files/upload-dialog.tsx'
import { useSingleUpload } from '#client/domain/files/use-uploads.ts'
import { ReasonDialog } from '#client/domain/reason-dialog.tsx'
import { type DocumentRow, partnerLabel, type StaffSectionProps } from '#client/domain/rows/rows.ts'
import { ApiError } from '#client/lib/api.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { SubmitFooter } from '#client/ui/form-dialog.tsx'
import { scanTypes } from '#contract/documents/document-status.ts'
import type { AddScan } from '#contract/documents/documents.ts'
import { useAddScan, useMarkSigned, useTakeBackSignature, useWithdrawDocument } from './mutations.ts'

export type DocumentMenuProps = StaffSectionProps & { document: DocumentRow; onDeleted?: () => void }

/** Names the partner of an agreement: " of Dana Whitfield · Harborview Hall". */
const ownerOf = ({ document, partner }: DocumentMenuProps, word: string) => {
  const owner = partner ?? document.partner
  return owner ? ` ${word} ${partnerLabel(owner)}` : ''
}

/** Records a signature on paper, with its scan if there is one. */
export function MarkSignedDialog({
  document,
  partner,
  open,
  onOpenChange,
}: DialogOpening & DocumentMenuProps) {
  const picker = useSingleUpload()
  const isSigned = document.status === 'signed'
  const markSigned = useMarkSigned(document)
  const addScan = useAddScan(document)
  const isPending = markSigned.isPending || addScan.isPending

  const send = async (scan?: AddScan['scan']) => {
    try {
      if (!isSigned) await markSigned.mutateAsync(scan)
      else if (scan) await addScan.mutateAsync(scan)
      onOpenChange(false)
    } catch (error) {
      // Someone has signed or changed the agreement meanwhile, so there is nothing to send again.
      if (error instanceof ApiError && error.status === 409) onOpenChange(false)
      throw error
    }
  }

  const handleSubmit = async () => {
    if (picker.isBusy || isPending || (isSigned && !picker.require())) return
    // If the upload fails, the picker shows why; if saving fails, a toast does.
    if (picker.upload) await picker.send((file) => send(file as AddScan['scan']))
    else await send().catch(() => {})
  }

  return (
    <UploadDialog
      title={isSigned ? `Add scan of ${document.documentName}` : `Mark ${document.documentName} as signed?`}
      open={open}
      onOpenChange={(next) => {
        if (!next) picker.clear()
        onOpenChange(next)
      }}
      isBusy={picker.isBusy}
      isChanged={picker.upload !== undefined}
      whatStays={isSigned ? "The scan won't be added." : "The agreement won't be marked as signed."}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void handleSubmit()
        }}
        className="grid grid-cols-1 gap-5"
      >
        {!isSigned && (
          <p>
            {`This records a paper signature${ownerOf({ document, partner }, 'by')}, with your name and the time. Only an admin can undo it.`}
          </p>
        )}
        <FilePicker
          optional={!isSigned}
          label="Scan of the paper"
          types={scanTypes}
          hint="A PDF or a picture, up to 50&nbsp;MB. The partner can open it."
          picker={picker}
          onRetry={() => void handleSubmit()}
        />
        <SubmitFooter
          isPending={picker.isBusy || isPending}
          label={picker.isBusy ? 'Uploading...' : isSigned ? 'Add scan' : 'Mark Signed'}
        />
      </form>
    </UploadDialog>
  )
}

/** Deletes an agreement before it is signed. */
export function DeleteDocumentDialog({
  document,
  partner,
  onDeleted,
  ...opening
}: DialogOpening & DocumentMenuProps) {
  const { mutateAsync: withdraw } = useWithdrawDocument(document)
  return (
    <ReasonDialog
      {...opening}
      title={`Delete ${document.documentName}?`}
      submitLabel="Delete"
      pendingLabel="Deleting..."
      onSubmit={async (body) => {
        await withdraw(body)
        onDeleted?.()
      }}
    >
      {`The agreement${ownerOf({ document, partner }, 'of')} and its terms will be deleted. It has not been signed. The audit log keeps a copy.`}
    </ReasonDialog>
  )
}

/** Takes back the record of a signature on paper. */
export function TakeBackDialog({
  document,
  partner,
  onDeleted: _,
  ...opening
}: DialogOpening & DocumentMenuProps) {
  const { mutateAsync: takeBack } = useTakeBackSignature(document)
  return (
    <ReasonDialog
      {...opening}
      title={`Mark ${document.documentName} as not signed?`}
      submitLabel="Undo"
      pendingLabel="Undoing..."
      onSubmit={takeBack}
    >
      {`The agreement${ownerOf({ document, partner }, 'of')} will have to be signed again. If it completed onboarding, the partner goes back to that step. A scan is deleted. The audit log keeps a record.`}
    </ReasonDialog>
  )
}
