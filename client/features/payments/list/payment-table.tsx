import { Banknote, Download, Plus, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { formatDate, formatMoney } from '#client/lib/format.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { describeList, ListScreen, useList } from '#client/ui/list-screen.tsx'
import { MenuItem } from '#client/ui/menu.tsx'
import { menuColumn } from '#client/ui/row-columns.tsx'
import { RowText, TwoLines } from '#client/ui/row-text.tsx'
import { obligationKindLabels } from '#contract/obligations/kinds.ts'
import { paymentMethodLabels } from '#contract/payments/methods.ts'
import type { PaymentRow } from '#contract/payments/payments.ts'
import { RecordPaymentDialog, ReverseDialog } from '../lazy-dialogs.tsx'
import { useExportPayments } from '../mutations.ts'
import { paymentDays, paymentFilters, paymentOrder } from './payment-filters.ts'

const payments = describeList({
  title: 'Payments',
  rowsLabel: 'payments',
  counted: 'payment',
  read: (query) => pageOf('/api/admin/payments', { query }),
  pageSize: 50,
  size: 'many',
  dense: true,
  filters: paymentFilters,
  days: paymentDays,
  order: paymentOrder,
  failure: { title: 'The payments could not be loaded' },
  empty: {
    icon: Banknote,
    line: 'No payments recorded yet',
    narrowedLine: 'No payments match these filters',
    clearLabel: 'Clear filters',
  },
})

/** The payments of all partners, for staff. */
export function PaymentTable({ views }: { views: ReactNode }) {
  const list = useList(payments)
  const save = useExportPayments()
  return (
    <ListScreen
      list={list}
      columns={columns}
      actions={
        <>
          {views}
          {/* A phone has no room for it. */}
          <Button
            icon={Download}
            className="max-sm:hidden"
            pending={save.isPending}
            onClick={() => save.mutate(list.view.query)}
          >
            <span>
              Export<span className="sr-only"> payments</span>
            </span>
          </Button>
          <Button
            icon={Plus}
            variant="primary"
            opens={(opening) => <RecordPaymentDialog {...opening} partner={null} />}
          >
            <span className="max-sm:sr-only">Record payment</span>
          </Button>
        </>
      }
    />
  )
}

const nameOf = ({ kind, reversesId }: PaymentRow) => {
  const name = kind ? obligationKindLabels[kind] : 'Payment'
  return reversesId ? `Reversal: ${name}` : name
}

const columns: Column<PaymentRow>[] = [
  {
    id: 'date',
    heading: 'Date',
    sort: 'paid',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: ({ paidOn }) => formatDate(paidOn, 'UTC'),
  },
  {
    id: 'for',
    heading: <span>For</span>,
    lead: true,
    className: 'md:w-[28%] max-md:order-first max-md:pr-11!',
    cell: (payment) => (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <RowText>{nameOf(payment)}</RowText>
        {payment.isReversed && <Badge>Reversed</Badge>}
      </span>
    ),
  },
  {
    id: 'partner',
    heading: 'Partner',
    sort: 'partner',
    className: 'md:w-[32%]',
    cell: ({ partner }) => (
      <PartnerLink partnerId={partner.id} className="block min-w-0 rounded-mark hover:underline">
        <TwoLines first={partner.fullName} second={partner.businessName} />
      </PartnerLink>
    ),
  },
  {
    id: 'paidBy',
    heading: 'Paid by',
    className: 'md:w-px whitespace-nowrap',
    cell: ({ paidBy }) => (paidBy === 'company' ? 'Company' : 'Partner'),
  },
  {
    id: 'method',
    heading: 'Method',
    className: 'md:w-[28%]',
    cell: ({ method }) => paymentMethodLabels[method],
    below: [
      {
        id: 'reference',
        heading: 'Reference',
        cell: ({ reference }) => reference && <RowText>{reference}</RowText>,
      },
    ],
  },
  {
    id: 'amount',
    heading: 'Amount',
    sort: 'amount',
    className: 'md:w-px md:text-right whitespace-nowrap tabular-nums',
    cell: ({ amountCents, currency }) => formatMoney(amountCents, currency),
  },
  menuColumn((payment) =>
    payment.isReversed || payment.reversesId ? null : (
      <RowMenu
        name={`${nameOf(payment)} of ${formatMoney(payment.amountCents, payment.currency)}`}
        row={payment}
      >
        <MenuItem
          icon={Undo2}
          tone="danger"
          opens={(opening) => <ReverseDialog {...opening} payment={payment} />}
        >
          Reverse…
        </MenuItem>
      </RowMenu>
    ),
  ),
]
