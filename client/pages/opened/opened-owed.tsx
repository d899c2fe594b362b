import { useQuery } from '@tanstack/react-query'
import { OwnObligations } from '#client/features/obligations/own-obligations.tsx'
import { ownObligations } from '#client/features/obligations/own-payments.tsx'
import { PaymentList } from '#client/features/payments/payment-list.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useIsFirstRead } from '#client/ui/query-state.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The dialog with all that the partner and the company owe each other, and what was paid. */
export default function OpenedOwed({ open, onClose, children }: OpenedProps) {
  // The payments wait for the obligations above them, so that they are not pushed down once these are read.
  const isFirstRead = useIsFirstRead([useQuery(ownObligations)])
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
        {!isFirstRead && <PaymentList />}
      </div>
      {children}
    </Dialog>
  )
}
