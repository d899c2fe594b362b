import { useState } from 'react'
import type { z } from 'zod'
import { AmountFields } from '#client/domain/amount-fields.tsx'
import { PartnerField } from '#client/domain/partner-field.tsx'
import { partnerLabel, type RowPartner } from '#client/domain/rows/rows.ts'
import { ApiError } from '#client/lib/api.ts'
import { formatMoney } from '#client/lib/format.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Alert } from '#client/ui/alert.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormChoices, FormInput, FormSelect } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { dateRange } from '#contract/date-range.ts'
import { limits } from '#contract/limits.ts'
import { obligationKindLabels } from '#contract/obligations/kinds.ts'
import type { Obligation } from '#contract/obligations/obligations.ts'
import { invoiceName } from '#contract/payments/invoice-status.ts'
import type { Invoice } from '#contract/payments/invoices.ts'
import { paymentMethodLabels } from '#contract/payments/methods.ts'
import { useRecordPayment } from './mutations.ts'
import { type Payable, type PaymentValues, paymentSchema, valuesOfPayment } from './payment-form.ts'

type RecordPaymentDialogProps = DialogOpening & {
  /** The obligation that is paid; without one, the payment is of a partner. */
  obligation?: Obligation
  /** The invoice that is paid. */
  invoice?: Invoice
  /** The partner of the payment; null if the obligation has it, or if it is chosen in the form. */
  partner?: RowPartner | null
}

const methods = Object.entries(paymentMethodLabels).map(([value, label]) => ({ value, label }))
const sides = [
  { value: 'company', label: 'Company' },
  { value: 'partner', label: 'Partner' },
]

/** Records a payment, for staff. What the server finds unusual is confirmed in the form. */
export function RecordPaymentDialog(props: RecordPaymentDialogProps) {
  const { obligation, invoice, partner = null, ...opening } = props

  const { mutateAsync: record } = useRecordPayment()
  // The server's question or refusal, and the values that it is about.
  const [refused, setRefused] = useState<{ message: string; values: string }>()
  const owed = invoice ? { ...invoice, owedBy: 'company' as const } : obligation
  const owner = obligation ? { id: obligation.partnerId, fullName: '', businessName: '' } : partner
  const edit = useEditForm<PaymentValues, z.output<typeof paymentSchema>>({
    schema: paymentSchema,
    record: null,
    valuesOf: () => valuesOfPayment(owner, owed),
    fieldNames: { amountCents: 'amount', partnerId: 'partner', obligationId: 'amount', invoiceId: 'amount' },
    save: async (body) => {
      const values = JSON.stringify(edit.form.getValues())
      try {
        await record({
          ...body,
          obligationId: obligation?.id ?? null,
          ...(invoice && { invoiceId: invoice.id }),
          ...(refused?.values === values && { isConfirmed: true }),
        })
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) {
          setRefused({ message: error.serverMessage ?? '', values })
        }
        throw error
      }
    },
  })
  const question = refused?.values === JSON.stringify(edit.form.watch()) ? refused.message : undefined
  const isConfirmable = question !== undefined && asksToConfirm(question)
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="Record payment"
      description={[owed && openText(nameOf(props), owed), partner && partnerLabel(partner)]
        .filter(Boolean)
        .join(', ')}
      submitLabel={isConfirmable ? 'Record anyway' : 'Record payment'}
      pendingLabel="Recording..."
    >
      {!obligation && !partner && <PartnerField />}
      <FormChoices name="paidBy" label="Paid by" required options={sides} deps={[]} />
      <AmountFields />
      <FormPair>
        <FormInput name="paidOn" label="Date" type="date" required {...dateRange} />
        <FormSelect name="method" label="Method" required placeholder="Choose…" options={methods} />
      </FormPair>
      <FormInput
        name="reference"
        label="Reference"
        maxLength={limits.name}
        autoComplete="off"
        hint="For example, the number of a check. Partners see it. Leave out account and card numbers."
      />
      {question !== undefined && <Refusal message={question} />}
    </EditDialog>
  )
}

const asksToConfirm = (message: string) => message.includes('Confirm')

/** Shows why the server has not recorded a payment, and what to do next. */
function Refusal({ message }: { message: string }) {
  if (asksToConfirm(message)) {
    return <Alert title={message}>Choose “Record anyway” if this is right, or change the payment.</Alert>
  }
  if (!message.includes('idempotency key')) {
    return <Alert title={message}>Nothing was recorded. Close this form to see how it stands now.</Alert>
  }
  return (
    <Alert title="An earlier attempt was already recorded">
      Its response was lost, and it had other values. Close this form and check the payments.
    </Alert>
  )
}

const nameOf = ({ obligation, invoice }: Pick<RecordPaymentDialogProps, 'obligation' | 'invoice'>) => {
  if (invoice) return invoiceName(invoice)
  return obligation ? obligationKindLabels[obligation.kind] : ''
}

const openText = (name: string, { amountCents, paidCents, currency }: Payable) => {
  if (amountCents === null) return name
  const open = `${name}: ${formatMoney(Math.max(0, amountCents - paidCents), currency)} open`
  return paidCents === 0 ? open : `${open} of ${formatMoney(amountCents, currency)}`
}
