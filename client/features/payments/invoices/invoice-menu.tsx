import { Ban, Banknote, CalendarClock, CircleCheck, RotateCcw } from 'lucide-react'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { MenuItem } from '#client/ui/menu.tsx'
import { invoiceName } from '#contract/payments/invoice-status.ts'
import type { InvoiceRow } from '#contract/payments/invoices.ts'
import { RecordPaymentDialog } from '../lazy-dialogs.tsx'
import { RejectDialog, ScheduleDialog } from './lazy-dialogs.tsx'
import { useDecideInvoice } from './mutations.ts'

/** What staff can do with an invoice. Nothing is left to do with one that is paid. */
export function InvoiceMenu({ invoice }: { invoice: InvoiceRow }) {
  const { mutate: decide } = useDecideInvoice(invoice)
  const { status, paidCents } = invoice
  if (status === 'paid') return null
  const isToPay = status === 'approved' || status === 'scheduled'
  return (
    <RowMenu name={invoiceName(invoice)} row={invoice}>
      {isToPay && (
        <MenuItem
          icon={Banknote}
          opens={(opening) => (
            <RecordPaymentDialog {...opening} invoice={invoice} partner={invoice.partner} />
          )}
        >
          Record payment…
        </MenuItem>
      )}
      {!isToPay && (
        <MenuItem icon={CircleCheck} onSelect={() => decide({ status: 'approved' })}>
          Approve
        </MenuItem>
      )}
      <MenuItem icon={CalendarClock} opens={(opening) => <ScheduleDialog {...opening} invoice={invoice} />}>
        {status === 'scheduled' ? 'Change the day…' : 'Schedule payment…'}
      </MenuItem>
      {status !== 'received' && paidCents === 0 && (
        <MenuItem icon={RotateCcw} onSelect={() => decide({ status: 'received' })}>
          Review again
        </MenuItem>
      )}
      {status !== 'rejected' && paidCents === 0 && (
        <MenuItem
          icon={Ban}
          tone="danger"
          opens={(opening) => <RejectDialog {...opening} invoice={invoice} />}
        >
          Reject…
        </MenuItem>
      )}
    </RowMenu>
  )
}
