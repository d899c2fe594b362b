import { OwedTable } from '#client/features/obligations/list/owed-table.tsx'
import { recordPaymentFor } from '#client/features/payments/lazy-dialogs.tsx'
import { InvoiceTable } from '#client/features/payments/list/invoice-table.tsx'
import { PaymentTable } from '#client/features/payments/list/payment-table.tsx'
import { TotalsTable } from '#client/features/payments/list/totals-table.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { ViewLinks } from '#client/ui/view-links.tsx'

const address = '/admin?tab=payments'

/** The Payments tab: the recorded payments, the invoices, what is owed, or the totals of a year. */
export default function Payments() {
  const chosen = useAddressView().get('view')
  const views = (
    <ViewLinks
      from="xl"
      views={[
        { label: 'Payments', href: address, isChosen: !['invoices', 'owed', 'totals'].includes(chosen) },
        { label: 'Invoices', href: `${address}&view=invoices`, isChosen: chosen === 'invoices' },
        { label: 'Owed', href: `${address}&view=owed`, isChosen: chosen === 'owed' },
        { label: 'Totals', href: `${address}&view=totals`, isChosen: chosen === 'totals' },
      ]}
    />
  )
  if (chosen === 'invoices') return <InvoiceTable views={views} />
  if (chosen === 'owed') return <OwedTable views={views} recordPayment={recordPaymentFor} />
  if (chosen === 'totals') return <TotalsTable views={views} />
  return <PaymentTable views={views} />
}
