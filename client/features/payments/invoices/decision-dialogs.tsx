import { z } from 'zod'
import { ReasonDialog } from '#client/domain/reason-dialog.tsx'
import { calendarDay as dayOf } from '#client/lib/local-moment.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { dateRange } from '#contract/date-range.ts'
import { calendarDay } from '#contract/fields.ts'
import { invoiceName } from '#contract/payments/invoice-status.ts'
import type { Invoice } from '#contract/payments/invoices.ts'
import { useDecideInvoice } from './mutations.ts'

type DecisionProps = DialogOpening & { invoice: Invoice }

const day = z.strictObject({ payOn: calendarDay })

/** Approves an invoice and says on which day it will be paid, for staff. */
export function ScheduleDialog({ invoice, ...opening }: DecisionProps) {
  const { mutateAsync: decide } = useDecideInvoice(invoice)
  const edit = useEditForm<z.input<typeof day>, z.output<typeof day>>({
    schema: day,
    record: null,
    valuesOf: () => ({ payOn: invoice.payOn ?? dayOf(new Date()) }),
    save: ({ payOn }) => decide({ status: 'scheduled', payOn }),
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Schedule: ${invoiceName(invoice)}`}
      description="This also approves it."
      submitLabel="Schedule"
      pendingLabel="Saving..."
    >
      <FormInput
        name="payOn"
        label="Day of the payment"
        type="date"
        required
        hint="The partner will see it"
        {...dateRange}
      />
    </EditDialog>
  )
}

/** Rejects an invoice, for staff. */
export function RejectDialog({ invoice, ...opening }: DecisionProps) {
  const { mutateAsync: decide } = useDecideInvoice(invoice)
  return (
    <ReasonDialog
      {...opening}
      title={`Reject: ${invoiceName(invoice)}`}
      submitLabel="Reject"
      pendingLabel="Rejecting..."
      hint="The partner will see this. The audit log keeps it with your name."
      onSubmit={({ reason }) => decide({ status: 'rejected', reason })}
    >
      The partner can send another invoice with the same number.
    </ReasonDialog>
  )
}
