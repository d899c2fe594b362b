import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { AttachedFile } from '#client/domain/files/attached-file.tsx'
import { partnerFilter } from '#client/domain/partner-filter.tsx'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { formatDate, formatMoney } from '#client/lib/format.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { choiceFilter, orderFilter, searchFilter } from '#client/ui/list-filters.tsx'
import { describeList, ListScreen, useList } from '#client/ui/list-screen.tsx'
import { menuColumn } from '#client/ui/row-columns.tsx'
import { RowText, TwoLines } from '#client/ui/row-text.tsx'
import { obligationKindLabels } from '#contract/obligations/kinds.ts'
import {
  invoiceName,
  invoiceSorts,
  invoiceStatuses,
  invoiceStatusLabels,
} from '#contract/payments/invoice-status.ts'
import type { InvoiceRow } from '#contract/payments/invoices.ts'
import { InvoiceMenu } from '../invoices/invoice-menu.tsx'
import { toneOfInvoice } from '../invoices/invoice-words.ts'

const invoices = describeList({
  title: 'Invoices',
  rowsLabel: 'invoices',
  counted: 'invoice',
  read: (query) => pageOf('/api/admin/invoices', { query }),
  pageSize: 50,
  dense: true,
  filters: {
    search: searchFilter('Search invoices', 'Search partner or number...'),
    status: choiceFilter({
      label: 'Status',
      none: 'All statuses',
      options: invoiceStatuses.map((status) => [status, invoiceStatusLabels[status]]),
      className: '@4xl:w-36',
    }),
    for: partnerFilter,
  },
  order: orderFilter({
    sorts: invoiceSorts,
    labels: {
      received: ['Earliest first', 'Latest first'],
      amount: ['Smallest amount', 'Largest amount'],
      partner: ['By partner', 'By partner, Z to A'],
    },
    fallback: '-received',
    className: 'md:hidden',
  }),
  failure: { title: 'The invoices could not be loaded' },
  empty: {
    icon: ReceiptText,
    line: 'No invoices yet. Partners send them from their home.',
    narrowedLine: 'No invoices match these filters',
    clearLabel: 'Clear filters',
  },
})

/** The invoices of all partners, for staff. */
export function InvoiceTable({ views }: { views: ReactNode }) {
  return <ListScreen list={useList(invoices)} columns={columns} actions={views} />
}

const columns: Column<InvoiceRow>[] = [
  {
    id: 'name',
    heading: <span>Invoice</span>,
    lead: true,
    className: 'md:w-[28%] max-md:pr-11!',
    cell: (invoice) => (
      <span className="grid min-w-0 grid-cols-1 justify-items-start gap-0.5 font-normal text-13 text-muted md:py-1">
        <span className="font-medium text-15 text-ink">{invoiceName(invoice)}</span>
        <AttachedFile row={invoice} />
        {invoice.note && <RowText>{invoice.note}</RowText>}
      </span>
    ),
  },
  {
    id: 'partner',
    heading: 'Partner',
    sort: 'partner',
    className: 'md:w-[28%]',
    cell: ({ partner }) => (
      <PartnerLink partnerId={partner.id} className="block min-w-0 rounded-mark hover:underline">
        <TwoLines first={partner.fullName} second={partner.businessName} />
      </PartnerLink>
    ),
  },
  {
    id: 'for',
    heading: 'For',
    className: 'md:w-[16%]',
    cell: ({ kind, number }) => (kind && number ? obligationKindLabels[kind] : null),
  },
  {
    id: 'amount',
    heading: 'Amount',
    sort: 'amount',
    className: 'md:w-px md:text-right whitespace-nowrap tabular-nums',
    cell: ({ amountCents, paidCents, currency, status }) => (
      <TwoLines
        first={formatMoney(amountCents, currency)}
        second={status !== 'paid' && paidCents !== 0 ? `${formatMoney(paidCents, currency)} paid` : null}
      />
    ),
  },
  {
    id: 'received',
    heading: 'Received',
    sort: 'received',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: ({ receivedAt }) => formatDate(receivedAt),
  },
  {
    id: 'status',
    heading: 'Status',
    className: 'md:w-[28%]',
    cell: (invoice) => (
      <span className="grid min-w-0 grid-cols-1 justify-items-start gap-1 text-13 text-muted md:py-1">
        <Badge tone={toneOfInvoice[invoice.status]}>{invoiceStatusLabels[invoice.status]}</Badge>
        {invoice.payOn && <span>{`On ${formatDate(invoice.payOn, 'UTC')}`}</span>}
        {invoice.reason && <RowText>{invoice.reason}</RowText>}
      </span>
    ),
  },
  menuColumn((invoice) => <InvoiceMenu invoice={invoice} />),
]
