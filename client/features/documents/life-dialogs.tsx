import { z } from 'zod'
import { ReasonDialog } from '#client/domain/reason-dialog.tsx'
import { partnerLabel } from '#client/domain/rows/rows.ts'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { endsAfterItBegins, endsBeforeItBegins } from '#contract/documents/life-dates.ts'
import type { DocumentMenuProps } from './document-menu-dialogs.tsx'
import { DatesInputs, datesShape } from './life-inputs.tsx'
import { useChangeDates, useVoidDocument } from './mutations.ts'

const datesSchema = z.strictObject(datesShape).refine(endsAfterItBegins, endsBeforeItBegins)

type DialogProps = DialogOpening & DocumentMenuProps

/** Changes the dates of an agreement, signed or not. */
export function DatesDialog({ document, partner, onDeleted: _, ...opening }: DialogProps) {
  const { mutateAsync: change } = useChangeDates(document.id)
  const owner = partner ?? document.partner
  const edit = useEditForm<
    { effectiveOn: string; endsOn: string },
    z.output<typeof datesSchema>,
    PartnerDocument
  >({
    schema: datesSchema,
    record: document,
    valuesOf: (record) => ({ effectiveOn: record?.effectiveOn ?? '', endsOn: record?.endsOn ?? '' }),
    save: (dates, record) => change({ ...dates, updatedAt: record?.updatedAt }),
    reload: ({ id }) => call('GET /api/partner/documents/:id', { params: { id } }),
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Dates of ${document.documentName}`}
      description={owner && partnerLabel(owner)}
      what="This agreement"
      submitLabel="Save changes"
    >
      <DatesInputs />
    </EditDialog>
  )
}

/** Voids a signed agreement. */
export function VoidDialog({ document, partner, onDeleted: _, ...opening }: DialogProps) {
  const { mutateAsync: voidIt } = useVoidDocument(document.id)
  const owner = partner ?? document.partner
  return (
    <ReasonDialog
      {...opening}
      title={`Void ${document.documentName}?`}
      submitLabel="Void"
      pendingLabel="Voiding..."
      hint="The partner will see this. The audit log keeps it with your name."
      onSubmit={voidIt}
    >
      {`The agreement${owner ? ` with ${partnerLabel(owner)}` : ''} will no longer be in force. This can't be undone. Its file stays, and anyone who verifies it will see that it was voided. If onboarding requires it, the partner gets a new one to sign.`}
    </ReasonDialog>
  )
}
