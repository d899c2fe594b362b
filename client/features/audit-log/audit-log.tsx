import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, ScrollText, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { notInEventStream, pageOf } from '#client/lib/query-client.ts'
import { saveAnswer } from '#client/lib/save-answer.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PagedTable } from '#client/ui/paged-table.tsx'
import { type AuditEvent, exportAuditLog, listAuditLog } from '#contract/audit-log.ts'
import { auditColumns, hasDetails } from './audit-columns.tsx'
import { AuditFilters, type AuditView, anyKind, useAuditView } from './audit-filters.tsx'
import { EventDetails } from './event-details.tsx'

const pageSize = 20

/** The audit log with its filters, in pages. */
export default function AuditLog() {
  const view = useAuditView()
  const idPrefix = useId()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const events = useQuery({
    ...pageOf(listAuditLog, { query: { ...view.query, page: String(view.page), limit: String(pageSize) } }),
    placeholderData: keepPreviousData,
    ...notInEventStream,
  })
  const isOpen = ({ id }: AuditEvent) => open.has(id)
  const detailsId = ({ id }: AuditEvent) => `${idPrefix}-${id}`

  return (
    <Card
      title="Audit Log"
      description={<span className="max-sm:hidden">Changes, views, exports, downloads and sign-ins</span>}
      actions={<ExportAuditLog query={view.query} />}
      flush
    >
      <AuditFilters view={view} />
      {view.subject && <SubjectFilter view={view} event={events.data?.rows[0]} />}
      <PagedTable
        label="Audit log"
        rowsLabel="entries"
        columns={auditColumns({
          isOpen,
          detailsId,
          onToggle: ({ id }) => setOpen(open.symmetricDifference(new Set([id]))),
        })}
        query={events}
        failure={{ title: 'The audit log could not be loaded' }}
        empty={
          <EmptyState
            icon={ScrollText}
            line={view.isFiltered ? 'No entries match these filters' : 'No changes recorded yet'}
            action={
              view.isFiltered && (
                <Button asChild>
                  <Link href={`/admin?tab=audit&kind=${anyKind}`}>Show all entries</Link>
                </Button>
              )
            }
          />
        }
        view={view}
        pageSize={pageSize}
        detailOf={(event) =>
          isOpen(event) && hasDetails(event) && <EventDetails event={event} id={detailsId(event)} />
        }
      />
    </Card>
  )
}

/** Names the item whose history is shown, and links back to all items. */
function SubjectFilter({ view, event }: { view: AuditView; event: AuditEvent | undefined }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b bg-accent-soft px-4 py-2 text-13 sm:px-5">
      <span className="wrap-anywhere min-w-0">
        History of{' '}
        <strong className="font-medium">
          {event?.subject.id === view.subject ? event.subject.name : 'one item'}
        </strong>
      </span>
      <Button asChild variant="quiet" size="small">
        <Link href={view.with({ subject: null })}>
          <X aria-hidden className="size-4" />
          Show all items
        </Link>
      </Button>
    </p>
  )
}

/** Saves the filtered entries of all pages as a CSV file. */
function ExportAuditLog({ query }: { query: Record<string, string> }) {
  const save = useEndpointMutation(() => saveAnswer(`${exportAuditLog.path}?${new URLSearchParams(query)}`), {
    serverMessages: 'all',
    failure: 'The audit log could not be exported. Try again.',
  })
  return (
    <Button pending={save.isPending} onClick={() => save.mutate()}>
      {!save.isPending && <Download aria-hidden className="size-4" />}
      <span className="max-sm:sr-only">{save.isPending ? 'Exporting...' : 'Export CSV'}</span>
    </Button>
  )
}
