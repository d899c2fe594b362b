import { useQuery } from '@tanstack/react-query'
import { useMayNotSign } from '#client/domain/current-user.ts'
import { invoiceName } from '#contract/payments/invoice-status.ts'
import { InvoiceButtons } from './invoice-buttons.tsx'
import { invoiceStateText } from './invoice-words.ts'
import { ownInvoices } from './queries.ts'

const shown = 3

/** The latest invoices of the partner who is signed in, for their home. Renders nothing for members who may not sign. */
export function LatestInvoices() {
  const { data: invoices = [] } = useQuery(ownInvoices)
  if (useMayNotSign()) return null
  return (
    <>
      {invoices.length > 0 && (
        <ul aria-label="Latest invoices" className="divide-y divide-line border-line border-t">
          {invoices.slice(0, shown).map((invoice) => (
            <li key={invoice.id} className="flex flex-wrap items-center gap-x-3 py-2">
              <span className="wrap-anywhere min-w-0 flex-1">{invoiceName(invoice)}</span>
              <span className="wrap-anywhere text-13 text-muted">{invoiceStateText(invoice)}</span>
            </li>
          ))}
        </ul>
      )}
      <InvoiceButtons invoices={invoices} />
    </>
  )
}
