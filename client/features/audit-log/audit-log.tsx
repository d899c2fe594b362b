import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ScrollText from 'lucide-react/icons/scroll-text'
import X from 'lucide-react/icons/x'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { notInEventStream, pageOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PagedTable } from '#client/ui/paged-table.tsx'
import { type AuditEvent, listAuditLog } from '#contract/audit-log.ts'
import { auditColumns, hasDetails } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { type AuditView, useAuditView } from './audit-view.ts'
import { EntryDetails } from './entry-details.tsx'
import { ExportAuditLog } from './export-audit-log.tsx'

const pageSize = 20

/** What staff have changed. */
export default function AuditLog() {
  const view = useAuditView()
  const idPrefix = useId()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const entries = useQuery({
    ...pageOf(listAuditLog, { query: { ...view.query, page: String(view.page), limit: String(pageSize) } }),
    placeholderData: keepPreviousData,
    ...notInEventStream,
  })
  const isOpen = ({ id }: AuditEvent) => open.has(id)
  const detailsId = ({ id }: AuditEvent) => `${idPrefix}-${id}`

  return (
    <Card
      title="Audit Log"
      description="Every change that staff have made"
      actions={<ExportAuditLog query={view.query} />}
      flush
    >
      <AuditFilters view={view} />
      {view.subject && <OneSubject view={view} entry={entries.data?.rows[0]} />}
      <PagedTable
        label="Audit log"
        rowsLabel="entries"
        columns={auditColumns({
          isOpen,
          detailsId,
          onToggle: ({ id }) => setOpen(open.symmetricDifference(new Set([id]))),
        })}
        keyOf={({ id }) => id}
        rows={entries.data?.rows}
        total={entries.data?.total}
        query={entries}
        failure={{
          title: 'The audit log could not be loaded',
          description: 'Check your connection and try again.',
        }}
        empty={
          <EmptyState
            icon={ScrollText}
            line={
              view.isFiltered ? 'No entries match these filters' : 'What staff change will be listed here'
            }
            action={view.isFiltered && <AllEntries>Show all entries</AllEntries>}
          />
        }
        page={view.page}
        pageSize={pageSize}
        addressOf={(page) => view.with({ page: String(page) })}
        detailOf={(entry) =>
          isOpen(entry) && hasDetails(entry) && <EntryDetails entry={entry} id={detailsId(entry)} />
        }
      />
    </Card>
  )
}

const AllEntries = ({ children }: { children: string }) => (
  <Button asChild>
    <Link href="/admin?tab=audit">{children}</Link>
  </Button>
)

/** Says that the entries are of one thing, with the way back to those of all. */
function OneSubject({ view, entry }: { view: AuditView; entry: AuditEvent | undefined }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b bg-accent-soft px-4 py-2 text-13 sm:px-5">
      <span className="wrap-anywhere min-w-0">
        Changes of{' '}
        <strong className="font-medium">
          {entry?.subject.id === view.subject ? entry.subject.name : 'one thing'}
        </strong>
      </span>
      <Button asChild variant="quiet" size="small">
        <Link href={view.with({ subject: null })}>
          <X aria-hidden className="size-4" />
          Show those of everything
        </Link>
      </Button>
    </p>
  )
}
