import { Download, FileText, Plus } from 'lucide-react'
import { Link } from 'wouter'
import { AgreementViewLinks } from '#client/domain/agreements/agreement-view-links.tsx'
import { useAgreementDialog } from '#client/domain/opened.ts'
import type { ListView } from '#client/lib/list-view.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { describeList, ListScreen, useList } from '#client/ui/list-screen.tsx'
import type { ListedDocument } from '#contract/documents/document-list.ts'
import { maxSelectedDocuments } from '#contract/limits.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { AddDocumentDialog, ExportAgreementsDialog } from '../lazy-dialogs.ts'
import { agreementColumns } from './agreement-columns.tsx'
import { agreementDays, agreementFilters, agreementOrder } from './agreement-filters.ts'
import { AgreementSelectionActions } from './selection-actions.tsx'

const agreements = describeList({
  title: 'Agreements',
  rowsLabel: 'agreements',
  counted: 'agreement',
  read: (query) => pageOf('/api/admin/documents', { query }),
  pageSize: 50,
  size: 'many',
  dense: true,
  selectable: {
    max: maxSelectedDocuments,
    nameOf: ({ documentName, partner }: ListedDocument) => `${documentName} of ${partner.fullName}`,
  },
  filters: agreementFilters,
  days: agreementDays,
  order: agreementOrder,
  failure: { title: 'The agreements could not be loaded' },
  empty: {
    icon: FileText,
    line: 'No agreements yet',
    narrowedLine: 'No agreements match these filters',
    clearLabel: 'Clear filters',
  },
})

/** The agreements of all partners. */
export function AgreementTable({ user }: { user: CurrentUser }) {
  const list = useList(agreements)
  const { view, selection } = list
  const { linkTo } = useAgreementDialog()
  return (
    <ListScreen
      list={list}
      columns={agreementColumns(linkTo)}
      actions={
        <>
          <AgreementViewLinks chosen="list" />
          {/* A phone has no room for it; the dashboard has the same button. */}
          <Button
            icon={Download}
            className="max-sm:hidden"
            opens={(opening) => <ExportAgreementsDialog {...opening} />}
          >
            <span>
              Export<span className="sr-only"> agreements</span>
            </span>
          </Button>
          <Button
            icon={Plus}
            variant="primary"
            opens={(opening) => <AddDocumentDialog {...opening} partner={null} />}
          >
            <span className="max-sm:sr-only">Add Document</span>
          </Button>
        </>
      }
      selectionActions={<AgreementSelectionActions selection={selection} isAdmin={user.role === 'admin'} />}
      notice={<LinkedFilters view={view} />}
    />
  )
}

/** Says which filters without a control are on, and removes them. */
function LinkedFilters({ view }: { view: ListView<typeof agreementFilters> }) {
  const { access, for: partnerId, shared } = view.values
  const only = [
    partnerId && 'one partner',
    access && (access === 'disabled' ? 'disabled partners' : 'partners who can sign in'),
    shared && 'parts of one agreement for several partners',
  ].filter(Boolean)
  if (only.length === 0) return null
  return (
    <p className="border-line border-b px-4 py-2 text-13 text-muted sm:px-5">
      {`Only ${only.join(', ')}. `}
      <Link
        href={view.with({ access: null, for: null, shared: null, joinedLater: null })}
        className="text-link"
      >
        Show all
      </Link>
    </p>
  )
}
