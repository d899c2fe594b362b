import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAgreementDialog } from '#client/domain/opened.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { useNow } from '#client/lib/use-now.ts'
import { describeList, ListScreen, useList } from '#client/ui/list-screen.tsx'
import type { RecordPaymentFor } from '../obligation-menu.tsx'
import { owedColumns } from './owed-columns.tsx'
import { owedFilters, owedOrder } from './owed-filters.ts'

const owed = describeList({
  title: 'Owed',
  rowsLabel: 'obligations',
  counted: 'obligation',
  read: (query) => pageOf('/api/admin/obligations', { query }),
  pageSize: 50,
  size: 'many',
  dense: true,
  filters: owedFilters,
  order: owedOrder,
  failure: { title: 'The obligations could not be loaded' },
  empty: {
    icon: CalendarClock,
    line: 'Nothing is owed. Dates and amounts follow from signed agreements.',
    narrowedLine: 'No obligations match these filters',
    clearLabel: 'Clear filters',
  },
})

type OwedTableProps = {
  /** The links to the other views of the tab. */
  views: ReactNode
  recordPayment: RecordPaymentFor
}

/** What the company and its partners owe each other, for staff. */
export function OwedTable({ views, recordPayment }: OwedTableProps) {
  const list = useList(owed)
  const now = useNow()
  const { linkTo } = useAgreementDialog()
  return <ListScreen list={list} columns={owedColumns(now, linkTo, recordPayment)} actions={views} />
}
