import { allPartnersDescription, type StaffSectionProps } from '#client/domain/rows/rows.ts'
import { AddButton } from '#client/domain/rows/staff-actions.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { heldWhile } from '#client/ui/query-state.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { AddDocumentDialog } from './lazy-dialogs.ts'
import { useStaffDocuments } from './queries.ts'

/** The agreements of a partner, or of all of them, as staff manage them. */
export function StaffDocuments({ partner, viewAll, isHeld = false }: StaffSectionProps) {
  const openDialog = useOpenDialog()
  return (
    <DocumentsSection
      query={heldWhile(isHeld, useStaffDocuments(partner?.id))}
      description={partner ? undefined : allPartnersDescription}
      viewAll={viewAll}
      dense
      headActions={
        <AddButton
          onClick={() => openDialog((opening) => <AddDocumentDialog {...opening} partner={partner} />)}
        >
          Add Document
        </AddButton>
      }
      renderActions={(document) => <DocumentMenu document={document} partner={partner} />}
    />
  )
}
