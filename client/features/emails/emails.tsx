import { Mail } from 'lucide-react'
import { Link } from 'wouter'
import { useEmailDialog } from '#client/domain/opened.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PagedTable } from '#client/ui/paged-table.tsx'
import { emailColumns } from './email-columns.tsx'
import { EmailFilters, noFilters, useEmailsView } from './email-filters.tsx'
import { pageSize, useEmails } from './queries.ts'

/** All emails with what became of each, the latest first. */
export default function Emails() {
  const view = useEmailsView()
  const emails = useEmails(view.query, view.page)
  const { linkTo } = useEmailDialog()
  return (
    <Card title="Emails" description={emails.data && formatCount(emails.data.total, 'email')} flush>
      <EmailFilters view={view} />
      <PagedTable
        label="Emails"
        rowsLabel="emails"
        columns={emailColumns(linkTo)}
        query={emails}
        failure={{ title: 'The emails could not be loaded' }}
        empty={
          <EmptyState
            icon={Mail}
            line={view.isFiltered ? 'No emails match these filters' : 'No emails yet'}
            action={
              view.isFiltered && (
                <Button asChild>
                  <Link href={view.with(noFilters)}>Clear filters</Link>
                </Button>
              )
            }
          />
        }
        view={view}
        pageSize={pageSize}
      />
    </Card>
  )
}
