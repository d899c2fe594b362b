import { Download, FileText } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { StandingIcon, StandingText } from '#client/domain/agreement-standing.tsx'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { useAgreementDialog } from '#client/domain/opened.ts'
import { Row, RowPartnerName } from '#client/domain/rows/row.tsx'
import { RowSection } from '#client/domain/rows/row-section.tsx'
import type { DocumentRow, SectionProps } from '#client/domain/rows/rows.ts'
import { Button } from '#client/ui/button.tsx'
import type { SharedDocument } from '#contract/documents/shared-documents.ts'
import { countsAsSigned } from '#contract/documents/standing.ts'
import { AmendedNote } from './amending/amended.tsx'
import { CompanySignatureNote } from './company-signature.tsx'
import { downloadAddress, signingAddress } from './queries.ts'

type DocumentsSectionProps = Omit<SectionProps<DocumentRow>, 'query'> &
  Pick<SectionProps<DocumentRow | SharedDocument>, 'query'> & {
    /** Renders an agreement for several partners, for lists that contain them. */
    renderShared?: (document: SharedDocument) => ReactNode
    /** The text in place of an empty list. */
    emptyLine?: string
  }

export function DocumentsSection({
  renderActions,
  renderShared,
  emptyLine = 'No agreements yet',
  ...section
}: DocumentsSectionProps) {
  const dialog = useAgreementDialog()
  return (
    <RowSection
      {...section}
      description={section.description ?? signedOf(section.query.data)}
      title="Signed Agreements"
      skeletonRows={2}
      empty={{ icon: FileText, line: emptyLine }}
    >
      {(document) =>
        document.partnerId === null ? (
          <Fragment key={document.id}>{renderShared?.(document)}</Fragment>
        ) : (
          <Row
            key={document.id}
            id={`document-${document.id}`}
            title={rowTitle(document)}
            link={dialog.linkTo(document.id)}
            details={
              <>
                <StandingIcon document={document} />
                <StandingText document={document} />
                <CompanySignatureNote document={document} />
                <AmendedNote document={document} />
                <RowPartnerName partner={document.partner} />
              </>
            }
            actions={
              <>
                {/* An agreement that was signed on paper has no text to download. */}
                {document.evidence && <DownloadLink document={document} />}
                {renderActions?.(document)}
              </>
            }
          />
        )
      }
    </RowSection>
  )
}

/** Formats a count such as "2 of 3 signed". The title, which the specification sets, names only some of the listed agreements. */
const signedOf = (documents: (DocumentRow | SharedDocument)[] = []) => {
  if (documents.length === 0) return undefined
  const counted = documents.filter((document) => !('voidedAt' in document) || !document.voidedAt)
  const signed = counted.filter((document) => 'status' in document && countsAsSigned(document))
  return `${signed.length} of ${counted.length} signed`
}

/** The title of an agreement in a list, such as "NDA Agreement". */
export const rowTitle = ({ documentType }: Pick<DocumentRow, 'documentType'>) =>
  `${documentType.replaceAll('_', ' ').toUpperCase()} Agreement`

function DownloadLink({ document }: { document: DocumentRow }) {
  const partnerAddress = usePartnerAddress()
  return (
    <Button asChild variant="quiet" size="icon" className="-my-1 -mr-2.5">
      <a
        href={partnerAddress(downloadAddress(document))}
        download
        aria-label={`Download ${document.documentName}`}
        title="Download the signed agreement"
      >
        <Download aria-hidden className="size-4" />
      </a>
    </Button>
  )
}

/** The link with which a partner signs an unsigned agreement. */
export function SignLink({ document }: { document: DocumentRow }) {
  return (
    <Button asChild size="small">
      <Link href={signingAddress(document)} aria-label={`Review and sign ${document.documentName}`}>
        Review and sign
      </Link>
    </Button>
  )
}
