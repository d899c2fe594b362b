import { useQuery } from '@tanstack/react-query'
import { useMayNotSign } from '#client/domain/current-user.ts'
import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { OwnObligations } from '#client/features/obligations/own-obligations.tsx'
import { ownObligations } from '#client/features/obligations/own-payments.tsx'
import { OwnInvoices } from '#client/features/payments/invoices/own-invoices.tsx'
import { ownInvoices } from '#client/features/payments/invoices/queries.ts'
import { PaymentList } from '#client/features/payments/payment-list.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useIsFirstRead } from '#client/ui/query-state.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The dialog with all that the partner and the company owe each other, and what was paid. */
export default function OpenedOwed({ user, id, open, onClose, children }: OpenedProps) {
  useSeenByOpening('invoice', { user, id, open })
  const mayNotSign = useMayNotSign()
  // The payments wait for what is above them, so that they are not pushed down once that is read.
  const isFirstRead = useIsFirstRead([useQuery(ownObligations), useQuery(ownInvoices)])
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Payments and dates"
      description="What follows from your signed agreements"
      size="roomy"
      isReadOnly
      isLive
    >
      <div className="grid min-h-48 grid-cols-1 content-start gap-6">
        <OwnObligations />
        {!isFirstRead && !mayNotSign && <OwnInvoices />}
        {!isFirstRead && <PaymentList />}
      </div>
      {children}
    </Dialog>
  )
}
