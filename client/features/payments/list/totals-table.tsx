import { Sigma } from 'lucide-react'
import type { ReactNode } from 'react'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { formatMoney } from '#client/lib/format.ts'
import { pageOf } from '#client/lib/query-client.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { choiceFilter } from '#client/ui/list-filters.tsx'
import { describeList, ListScreen, useList } from '#client/ui/list-screen.tsx'
import { TwoLines } from '#client/ui/row-text.tsx'
import type { Received } from '#contract/endpoint.ts'
import type { listPaymentTotals } from '#contract/payments/payments.ts'

type Total = Received<typeof listPaymentTotals>[number]

const years = 8
const isYear = (text: string) => /^(19|20|21)\d\d$/.test(text)
const useYearOptions = () => {
  const year = new Date().getFullYear()
  return Array.from({ length: years }, (_, back) => [String(year - back), String(year - back)] as const)
}

const totals = describeList({
  title: 'Totals',
  rowsLabel: 'partners',
  counted: 'total',
  read: (query) => pageOf('/api/admin/payments/totals', { query }),
  pageSize: 50,
  dense: true,
  filters: {
    year: choiceFilter(
      { label: 'Year', useOptions: useYearOptions, className: '@4xl:w-28' },
      {
        read: (text) => (isYear(text) ? text : String(new Date().getFullYear())),
        isUncounted: true,
      },
    ),
  },
  failure: { title: 'The totals could not be loaded' },
  empty: { icon: Sigma, line: 'No payments in this year' },
})

/** What was paid to each partner and by them within a year, for staff. */
export function TotalsTable({ views }: { views: ReactNode }) {
  return (
    <ListScreen
      list={useList(totals)}
      columns={columns}
      description={<span className="max-sm:hidden">By partner and currency, for Form 1099</span>}
      actions={views}
    />
  )
}

const amountClassName = 'md:w-[20%] md:text-right whitespace-nowrap tabular-nums'

const columns: Column<Total>[] = [
  {
    id: 'partner',
    heading: <span>Partner</span>,
    lead: true,
    className: 'md:w-[60%]',
    cell: ({ partner: { id, fullName, businessName } }) => (
      <PartnerLink partnerId={id} className="block min-w-0 rounded-mark hover:underline">
        <TwoLines first={businessName} second={fullName} />
      </PartnerLink>
    ),
  },
  {
    id: 'paid',
    heading: 'Paid to partner',
    className: amountClassName,
    cell: ({ paidCents, currency }) => formatMoney(paidCents, currency),
  },
  {
    id: 'received',
    heading: 'Paid by partner',
    className: amountClassName,
    cell: ({ receivedCents, currency }) => formatMoney(receivedCents, currency),
  },
]
