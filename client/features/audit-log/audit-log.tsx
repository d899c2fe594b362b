import { Download, ScrollText, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { notInEventStream, pageOf } from '#client/lib/query-client.ts'
import { saveResponse } from '#client/lib/save-response.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { describeList, ListScreen, useList } from '#client/ui/list-screen.tsx'
import type { AuditEvent } from '#contract/audit-log.ts'
import { auditColumns, hasDetails } from './audit-columns.tsx'
import { anyKind, auditFilters } from './audit-filters.tsx'
import { EventDetails } from './event-details.tsx'

const auditLog = describeList({
  title: 'Audit Log',
  label: 'Audit log',
  rowsLabel: 'entries',
  read: (query) => ({ ...pageOf('/api/admin/audit-log', { query }), ...notInEventStream }),
  pageSize: 20,
  size: 'many',
  filters: auditFilters,
  days: { labels: ['From', 'Until'] },
  failure: { title: 'The audit log could not be loaded' },
  empty: {
    icon: ScrollText,
    line: 'No changes recorded yet',
    narrowedLine: 'No entries match these filters',
    clearLabel: 'Show all entries',
    clearHref: `/admin?tab=audit&kind=${anyKind}`,
  },
})

/** The audit log with its filters, in pages. */
export default function AuditLog() {
  const list = useList(auditLog)
  const idPrefix = useId()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const isOpen = ({ id }: AuditEvent) => open.has(id)
  const detailsId = ({ id }: AuditEvent) => `${idPrefix}-${id}`

  return (
    <ListScreen
      list={list}
      description={<span className="max-sm:hidden">Changes, views, exports, downloads and sign-ins</span>}
      actions={<ExportAuditLog query={list.view.query} />}
      notice={list.view.values.subject && <SubjectFilter list={list} />}
      columns={auditColumns({
        isOpen,
        detailsId,
        onToggle: ({ id }) => setOpen(open.symmetricDifference(new Set([id]))),
      })}
      detailOf={(event) =>
        isOpen(event) && hasDetails(event) && <EventDetails event={event} id={detailsId(event)} />
      }
    />
  )
}

/** Names the item whose history is shown, and links back to all items. */
function SubjectFilter({
  list: { view, query },
}: {
  list: ReturnType<typeof useList<AuditEvent, typeof auditFilters>>
}) {
  const subject = query.data?.rows[0]?.subject
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b bg-accent-soft px-4 py-2 text-13 sm:px-5">
      <span className="wrap-anywhere min-w-0">
        History of{' '}
        <strong className="font-medium">
          {subject?.id === view.values.subject ? subject.name : 'one item'}
        </strong>
      </span>
      <Button icon={X} asChild variant="quiet" size="small">
        <Link href={view.with({ subject: null })}>Show all items</Link>
      </Button>
    </p>
  )
}

/** Saves the filtered entries of all pages as a CSV file. */
function ExportAuditLog({ query }: { query: Record<string, string> }) {
  const save = useEndpointMutation(
    () => saveResponse(`/api/admin/audit-log/export?${new URLSearchParams(query)}`),
    {
      serverMessages: 'all',
      failure: 'The audit log could not be exported. Try again.',
    },
  )
  return (
    <Button icon={Download} pending={save.isPending} onClick={() => save.mutate()}>
      <span className="max-sm:sr-only">{save.isPending ? 'Exporting...' : 'Export CSV'}</span>
    </Button>
  )
}
