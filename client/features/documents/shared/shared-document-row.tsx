import { forAudience } from '#client/domain/audience/audience.ts'
import { SharedProgress } from '#client/domain/audience/shared-progress.tsx'
import { useSharedAgreementDialog } from '#client/domain/opened.ts'
import { Row } from '#client/domain/rows/row.tsx'
import type { SharedDocument } from '#contract/documents/shared-documents.ts'
import { rowTitle } from '../documents-section.tsx'
import { SharedDocumentMenu } from './shared-document-menu.tsx'

/** An agreement for several partners as one row, which opens it. */
export function SharedDocumentRow({ document }: { document: SharedDocument }) {
  const dialog = useSharedAgreementDialog()
  const { signed, ...counts } = document.progress
  return (
    <Row
      id={`document-${document.id}`}
      title={rowTitle(document)}
      link={dialog.linkTo(document.id)}
      details={forAudience(document)}
      badges={<SharedProgress name={document.documentName} done={signed} verb="signed" {...counts} />}
      actions={<SharedDocumentMenu document={document} />}
    />
  )
}
