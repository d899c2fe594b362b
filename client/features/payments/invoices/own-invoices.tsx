import { useQuery } from '@tanstack/react-query'
import { AttachedFile } from '#client/domain/files/attached-file.tsx'
import { formatMoney } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Titled } from '#client/ui/facts.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { obligationKindLabels } from '#contract/obligations/kinds.ts'
import { invoiceName, invoiceStatusLabels } from '#contract/payments/invoice-status.ts'
import type { Invoice } from '#contract/payments/invoices.ts'
import { InvoiceButtons } from './invoice-buttons.tsx'
import { invoiceStateText, toneOfInvoice } from './invoice-words.ts'
import { useTakeBackInvoice } from './mutations.ts'
import { ownInvoices } from './queries.ts'

/** The invoices of the partner who is signed in, latest first, with what became of each, and the buttons for further ones. */
export function OwnInvoices() {
  const query = useQuery(ownInvoices)
  return (
    <QueryState query={query} loading={null} failure={{ title: 'The invoices could not be loaded' }}>
      {(invoices) => (
        <Titled title="Invoices">
          <InvoiceButtons invoices={invoices} />
          {invoices.length === 0 ? (
            <p className="text-13 text-muted">You have not sent any invoices yet.</p>
          ) : (
            <ul aria-label="Invoices" className="divide-y divide-line rounded-card border border-line">
              {invoices.map((invoice) => (
                <Row key={invoice.id} invoice={invoice} />
              ))}
            </ul>
          )}
        </Titled>
      )}
    </QueryState>
  )
}

function Row({ invoice }: { invoice: Invoice }) {
  const { number, kind, amountCents, currency, status, note } = invoice
  const name = invoiceName(invoice)
  return (
    <li
      data-row
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-2 text-13 tabular-nums"
    >
      <p className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="wrap-anywhere min-w-0 font-medium text-15">{name}</span>
        <Badge tone={toneOfInvoice[status]}>{invoiceStatusLabels[status]}</Badge>
      </p>
      <span className="justify-self-end text-15">{formatMoney(amountCents, currency)}</span>
      <p className="wrap-anywhere min-w-0 text-muted">
        {[number && kind && obligationKindLabels[kind], isSaid(status) && invoiceStateText(invoice)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {status === 'received' && <TakeBackButton invoice={invoice} />}
      <div className="col-span-full flex min-w-0 flex-wrap gap-x-3 text-muted empty:hidden">
        {note && <span className="wrap-anywhere min-w-0 whitespace-pre-line">{note}</span>}
        <AttachedFile row={invoice} />
      </div>
    </li>
  )
}

/** Whether the state has more words than the badge. */
const isSaid = (status: Invoice['status']) => status !== 'approved' && status !== 'paid'

function TakeBackButton({ invoice }: { invoice: Invoice }) {
  const { mutate: takeBack, isPending } = useTakeBackInvoice(invoice)
  return (
    <Button
      size="small"
      variant="quiet"
      className="-mr-2.5"
      pending={isPending}
      onClick={() => takeBack(undefined)}
    >
      Take back<span className="sr-only">{`: ${invoiceName(invoice)}`}</span>
    </Button>
  )
}
