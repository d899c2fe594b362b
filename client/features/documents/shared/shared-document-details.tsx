import { FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { StandingBadge } from '#client/domain/agreement-standing.tsx'
import { agreementsAddress } from '#client/domain/agreements/agreements-address.ts'
import { writtenDay } from '#client/domain/appendix-a-terms.ts'
import { forAudience } from '#client/domain/audience/audience.ts'
import { SharedProgress } from '#client/domain/audience/shared-progress.tsx'
import { Day } from '#client/domain/day.tsx'
import { useAgreementDialog, useSharedAgreementDialog } from '#client/domain/opened.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { DetailsDialog } from '#client/ui/details-dialog.tsx'
import { Fact, Titled } from '#client/ui/facts.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { TextSkeleton } from '#client/ui/loading.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import { useDocumentsOf, useSharedDocument } from './queries.ts'
import { SharedDocumentMenu } from './shared-document-menu.tsx'

type SharedDocumentDetailsProps = {
  documentId: string
  open: boolean
  onClose: () => void
  /** The dialogs that open on top of this one. */
  children: ReactNode
}

/** An agreement for several partners, with the partners who have signed it and who have not. */
export function SharedDocumentDetails({ documentId, ...opening }: SharedDocumentDetailsProps) {
  return (
    <DetailsDialog
      {...opening}
      query={useSharedDocument(documentId)}
      what="agreement"
      titleOf={({ documentName }) => documentName}
      descriptionOf={forAudience}
      actionsOf={(document) => <SharedDocumentMenu document={document} onDeleted={opening.onClose} />}
      size="wide"
      className="min-h-80"
      loading={<TextSkeleton className="h-64" />}
      gone={{ icon: FileX, line: 'This agreement no longer exists.' }}
      renderDetails={(document) => (
        <div className="grid grid-cols-1 gap-6 pb-6">
          <dl className="grid grid-cols-2 gap-4">
            <Fact label="Progress">
              <SharedProgress
                name={document.documentName}
                done={document.progress.signed}
                partners={document.progress.partners}
                joinedLater={document.progress.joinedLater}
                verb="signed"
                lists={{
                  done: agreementsAddress({ shared: document.id, joinedLater: 'none', status: 'signed' }),
                  all: agreementsAddress({ shared: document.id, joinedLater: 'none' }),
                }}
              />
            </Fact>
            <Fact label="Added">
              <Day at={document.createdAt} exact />
            </Fact>
            {document.effectiveOn && <Fact label="Effective date">{writtenDay(document.effectiveOn)}</Fact>}
            {document.endsOn && <Fact label="End date">{writtenDay(document.endsOn)}</Fact>}
            {document.replacesEarlier && <Fact label="Replaces">Earlier agreements</Fact>}
          </dl>
          <Partners documentId={documentId} />
        </div>
      )}
    />
  )
}

const shownStatuses = [
  ['', 'Not signed', 'pending'],
  ['signed', 'Signed', 'signed'],
  ['all', 'All', undefined],
] as const

/** The partners who have not signed, or another selection, each with a link to their own agreement. */
function Partners({ documentId }: { documentId: string }) {
  const { linkToPart } = useSharedAgreementDialog()
  const { linkTo } = useAgreementDialog()
  const chosen = useAddressView().get('progress')
  const [shown, , status] = shownStatuses.find(([name]) => name === chosen) ?? shownStatuses[0]
  const documents = useDocumentsOf(documentId, status)
  return (
    <Titled title="Partners">
      <FilterLinks
        label="Partners shown"
        inPlace
        choices={shownStatuses.map(([name, label]) => ({
          label,
          href: linkToPart('progress', name || null).href,
          isChosen: name === shown,
        }))}
      />
      <PagedList
        what="partners"
        query={documents}
        rows={documents.data?.pages.flatMap(({ rows }) => rows)}
        emptyLine={shown === '' ? 'Everyone has signed' : 'No partners'}
        renderRow={(document) => (
          <li
            key={document.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
          >
            <Link
              {...linkTo(document.id)}
              className="wrap-anywhere min-w-0 rounded-mark hover:underline touch:py-3"
            >
              <span className="font-medium">{document.partner.fullName}</span>{' '}
              <span className="text-13 text-muted">{document.partner.businessName}</span>
            </Link>
            <span className="flex items-center gap-2 text-13 text-muted">
              {document.signedAt && <Day at={document.signedAt} />}
              <StandingBadge document={document} />
            </span>
          </li>
        )}
      />
    </Titled>
  )
}
