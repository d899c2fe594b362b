import { Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useNewestDescription } from '#client/domain/dashboard-view.ts'
import type { DocumentRow, StaffSectionProps } from '#client/domain/rows/rows.ts'
import { AddButton } from '#client/domain/rows/staff-actions.tsx'
import { Button } from '#client/ui/button.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { AddDocumentDialog, ExportAgreementsDialog } from './lazy-dialogs.ts'
import { useExportAgreements } from './mutations.ts'
import { useStaffDocuments } from './queries.ts'
import { useNewestDocuments } from './shared/queries.ts'
import { SharedDocumentRow } from './shared/shared-document-row.tsx'

/** The agreements of one partner, or of all partners, with the actions of staff. */
export function StaffDocuments({ partner, viewAll }: StaffSectionProps) {
  const section = {
    viewAll,
    dense: true,
    renderActions: (document: DocumentRow) => <DocumentMenu document={document} partner={partner} />,
  }
  if (partner) return <PartnerDocuments partner={partner} {...section} />
  return <NewestDocuments {...section} />
}

type Partner = StaffSectionProps['partner']
type Section = Omit<ComponentProps<typeof DocumentsSection>, 'query'>

function PartnerDocuments({ partner, ...section }: Section & { partner: NonNullable<Partner> }) {
  const query = useStaffDocuments(partner.id)
  const hasSigned = query.data?.some(({ status }) => status === 'signed')
  return (
    <DocumentsSection
      {...section}
      query={query}
      headActions={
        <>
          {hasSigned && <DownloadAll partnerId={partner.id} />}
          <AddDocument partner={partner} />
        </>
      }
    />
  )
}

function NewestDocuments(section: Section) {
  return (
    <DocumentsSection
      {...section}
      query={useNewestDocuments()}
      description={useNewestDescription()}
      renderShared={(document) => <SharedDocumentRow document={document} />}
      headActions={
        <>
          <Button icon={Download} size="small" opens={(opening) => <ExportAgreementsDialog {...opening} />}>
            {/* The label is short, so that the headings of cards beside each other fit on one line. */}
            <span className="max-sm:sr-only">
              Export<span className="sr-only"> agreements</span>
            </span>
          </Button>
          <AddDocument partner={null} />
        </>
      }
    />
  )
}

function AddDocument({ partner }: { partner: Partner }) {
  return (
    <AddButton opens={(opening) => <AddDocumentDialog {...opening} partner={partner} />}>
      Add Document
    </AddButton>
  )
}

/** Downloads all agreements that a partner has signed. */
function DownloadAll({ partnerId }: { partnerId: string }) {
  const { mutate: save, isPending } = useExportAgreements()
  return (
    <Button icon={Download} size="small" pending={isPending} onClick={() => save({ partnerId })}>
      <span className="max-sm:sr-only">Download all</span>
    </Button>
  )
}
