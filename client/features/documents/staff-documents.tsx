import { FilePenLine } from 'lucide-react'
import {
  allPartnersDescription,
  type DocumentRow,
  documentTitle,
  partnerLabel,
  type StaffSectionProps,
} from '#client/domain/rows/rows.ts'
import { AddButton, RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { type DialogOpening, useOpenDialog } from '#client/ui/dialog-host.tsx'
import { MenuItem } from '#client/ui/menu.tsx'
import { AddDocumentDialog } from './add-document-dialog.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { useMarkSigned } from './mutations.ts'
import { useStaffDocuments } from './queries.ts'

/** The agreements of a partner, or of all of them, as staff manage them. */
export function StaffDocuments({ partner }: StaffSectionProps) {
  const openDialog = useOpenDialog()
  return (
    <DocumentsSection
      query={useStaffDocuments(partner?.id)}
      description={partner ? undefined : allPartnersDescription}
      headActions={
        <AddButton
          onClick={() => openDialog((opening) => <AddDocumentDialog {...opening} partner={partner} />)}
        >
          Add Document
        </AddButton>
      }
      // A signed agreement can no longer be changed.
      renderActions={(document) =>
        document.status === 'pending' && <DocumentMenu document={document} partner={partner} />
      }
    />
  )
}

type DocumentMenuProps = StaffSectionProps & { document: DocumentRow }

function DocumentMenu({ document, partner }: DocumentMenuProps) {
  const openDialog = useOpenDialog()
  return (
    <RowMenu name={documentTitle(document)} row={document}>
      <MenuItem
        onSelect={() =>
          openDialog((opening) => <MarkSignedDialog {...opening} document={document} partner={partner} />)
        }
      >
        <FilePenLine aria-hidden />
        Mark Signed
      </MenuItem>
    </RowMenu>
  )
}

function MarkSignedDialog({ document, partner, ...opening }: DialogOpening & DocumentMenuProps) {
  const { mutate: markSigned } = useMarkSigned(document)
  const signer = partner ?? document.partner
  return (
    <AlertDialog
      {...opening}
      title={`Mark ${documentTitle(document)} as signed?`}
      description={`This records a signature made on paper${
        signer ? ` by ${partnerLabel(signer)}` : ''
      }, with your name and the time. This action cannot be undone.`}
      confirmLabel="Mark Signed"
      tone="primary"
      onConfirm={markSigned}
    />
  )
}
