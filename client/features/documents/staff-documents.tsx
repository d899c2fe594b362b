import type { ComponentProps } from 'react'
import { allPartnersDescription, type DocumentRow, type StaffSectionProps } from '#client/domain/rows/rows.ts'
import { AddButton } from '#client/domain/rows/staff-actions.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { heldWhile } from '#client/ui/query-state.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { AddDocumentDialog } from './lazy-dialogs.ts'
import { useStaffDocuments } from './queries.ts'
import { useNewestDocuments } from './shared/queries.ts'
import { SharedDocumentRow } from './shared/shared-document-row.tsx'

/** The agreements of a partner, or of all of them, as staff manage them. */
export function StaffDocuments({ partner, viewAll, isHeld = false }: StaffSectionProps) {
  const openDialog = useOpenDialog()
  const section = {
    viewAll,
    dense: true,
    headActions: (
      <AddButton
        onClick={() => openDialog((opening) => <AddDocumentDialog {...opening} partner={partner} />)}
      >
        Add Document
      </AddButton>
    ),
    renderActions: (document: DocumentRow) => <DocumentMenu document={document} partner={partner} />,
  }
  if (partner) return <PartnerDocuments partnerId={partner.id} isHeld={isHeld} {...section} />
  return <NewestDocuments isHeld={isHeld} {...section} />
}

type Section = { isHeld: boolean } & Omit<ComponentProps<typeof DocumentsSection>, 'query'>

function PartnerDocuments({ partnerId, isHeld, ...section }: Section & { partnerId: string }) {
  return <DocumentsSection {...section} query={heldWhile(isHeld, useStaffDocuments(partnerId))} />
}

function NewestDocuments({ isHeld, ...section }: Section) {
  return (
    <DocumentsSection
      {...section}
      query={heldWhile(isHeld, useNewestDocuments())}
      description={allPartnersDescription}
      renderShared={(document) => <SharedDocumentRow document={document} />}
    />
  )
}
