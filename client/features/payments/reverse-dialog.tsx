import { ReasonDialog } from '#client/domain/reason-dialog.tsx'
import { formatMoney } from '#client/lib/format.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import type { Payment } from '#contract/payments/payments.ts'
import { useReversePayment } from './mutations.ts'

/** Reverses a payment, for staff. */
export function ReverseDialog({ payment, ...opening }: DialogOpening & { payment: Payment }) {
  const { mutateAsync: reverse } = useReversePayment(payment.id)
  return (
    <ReasonDialog
      {...opening}
      title={`Reverse the payment of ${formatMoney(payment.amountCents, payment.currency)}?`}
      submitLabel="Reverse"
      pendingLabel="Reversing..."
      hint="The partner will see this, at most 200 characters. The audit log keeps it with your name."
      onSubmit={reverse}
    >
      The payment stays in the list, with an entry of the opposite amount beside it. What it was for is open
      again.
    </ReasonDialog>
  )
}
