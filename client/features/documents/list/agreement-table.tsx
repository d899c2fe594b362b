import { Download, FileText, Plus } from 'lucide-react'
import { Link } from 'wouter'
import { AgreementViewLinks } from '#client/domain/agreements/agreement-view-links.tsx'
import { useAgreementDialog } from '#client/domain/opened.ts'
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
  size: 'most',
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
          <Button icon={Download} opens={(opening) => <ExportAgreementsDialog {...opening} />}>
            <span className="max-sm:sr-only">
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
      notice={
        view.values.shared && (
          <p className="border-line border-b px-4 py-2.5 text-13 text-muted sm:px-5">
            Only the parts of one agreement for several partners.{' '}
            <Link href={view.with({ shared: null, joinedLater: null })} className="text-link">
              Show all
            </Link>
          </p>
        )
      }
    />
  )
}
