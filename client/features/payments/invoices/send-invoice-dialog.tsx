import { z } from 'zod'
import { AmountFields } from '#client/domain/amount-fields.tsx'
import { AttachFile } from '#client/domain/files/attach-file.tsx'
import { registerProof, type UploadPlace } from '#client/domain/files/uploader.ts'
import { useUploads } from '#client/domain/files/use-uploads.ts'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput, FormSelect, FormTextArea } from '#client/ui/form-fields.tsx'
import { limits } from '#contract/limits.ts'
import { obligationKindLabels } from '#contract/obligations/kinds.ts'
import type { Obligation } from '#contract/obligations/obligations.ts'
import { SendInvoice } from '#contract/payments/invoices.ts'
import { amount, currencyCode } from '../payment-form.ts'
import { useSendInvoice } from './mutations.ts'

const place: UploadPlace = {
  request: async (body) => (await call('POST /api/partner/invoices/upload', { body })).uploadURL,
  register: registerProof,
}

const { number, note } = SendInvoice.shape

const schema = z
  .strictObject({
    obligationId: z.string(),
    number: number.refine((text) => text !== null, 'Enter the number'),
    amount,
    currency: currencyCode,
    note,
    filePath: z
      .string()
      .nullable()
      .refine((path) => path !== null, 'Add the invoice'),
  })
  .transform(({ obligationId, amount: amountCents, ...form }) => ({
    ...form,
    obligationId: obligationId || null,
    amountCents,
  }))

type SendInvoiceDialogProps = DialogOpening & {
  /** What the company owes by the agreements of the partner. */
  owed: Obligation[]
}

/** Sends an invoice with its file, for partners. */
export function SendInvoiceDialog({ owed, ...opening }: SendInvoiceDialogProps) {
  const { mutateAsync: send } = useSendInvoice()
  const uploader = useUploads(place)
  const edit = useEditForm({
    schema,
    record: null,
    valuesOf: () => ({
      obligationId: '',
      ...{ number: '', amount: '', currency: owed[0]?.currency ?? 'USD', note: '' },
      filePath: null as string | null,
    }),
    fieldNames: { amountCents: 'amount' },
    conflictField: 'number',
    save: (body) => send(body),
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="Send an invoice"
      description="The partner team reviews it and says here when it will be paid."
      submitLabel="Send"
      pendingLabel="Sending..."
      isPending={edit.isSaving || uploader.isBusy}
    >
      <AttachFile uploader={uploader} required hint="A PDF or a picture of the invoice" />
      <FormSelect
        name="obligationId"
        label="For"
        placeholder="Something else"
        options={owed.map(({ id, kind, clause }) => ({
          value: id,
          label: clause ? `${obligationKindLabels[kind]} (clause ${clause})` : obligationKindLabels[kind],
        }))}
      />
      <FormInput
        name="number"
        label="Invoice number"
        required
        maxLength={limits.invoiceNumber}
        autoComplete="off"
      />
      <AmountFields />
      <FormTextArea
        name="note"
        label="Note"
        maxLength={limits.reason}
        hint="Leave out account and card numbers"
      />
    </EditDialog>
  )
}
