import { SharedDocumentDetails } from '#client/features/documents/shared/shared-document-details.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The dialog of an agreement for several partners, for staff. */
export default function OpenedSharedAgreement({ id, user: _user, ...opening }: OpenedProps) {
  return <SharedDocumentDetails key={id} documentId={id} {...opening} />
}
