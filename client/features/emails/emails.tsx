import { Mail } from 'lucide-react'
import { useEmailDialog } from '#client/domain/opened.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { choiceFilter, searchFilter } from '#client/ui/list-filters.tsx'
import { describeList, ListScreen, useList } from '#client/ui/list-screen.tsx'
import { emailStatuses, emailStatusLabels, emailTypeLabels } from '#contract/partners/email-status.ts'
import { emailColumns } from './email-columns.tsx'

const emails = describeList({
  title: 'Emails',
  rowsLabel: 'emails',
  counted: 'email',
  read: (query) => pageOf('/api/admin/emails', { query }),
  pageSize: 20,
  size: 'many',
  filters: {
    search: searchFilter('Search emails by address or subject', 'Address or subject'),
    status: choiceFilter({
      label: 'Status',
      none: 'All statuses',
      options: [
        ['undelivered', 'Not delivered'],
        ...emailStatuses.map((status) => [status, emailStatusLabels[status]] as const),
      ],
    }),
    type: choiceFilter({
      label: 'Type',
      none: 'All types',
      options: Object.entries(emailTypeLabels).sort(([, one], [, other]) => one.localeCompare(other, 'en')),
      className: '@4xl:w-40',
    }),
  },
  days: { labels: ['From', 'Until'] },
  failure: { title: 'The emails could not be loaded' },
  empty: {
    icon: Mail,
    line: 'No emails yet',
    narrowedLine: 'No emails match these filters',
    clearLabel: 'Clear filters',
  },
})

/** All emails with their delivery, the latest first. */
export default function Emails() {
  const { linkTo } = useEmailDialog()
  return <ListScreen list={useList(emails)} columns={emailColumns(linkTo)} />
}
