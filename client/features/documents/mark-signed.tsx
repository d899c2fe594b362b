import { documentTitle } from '#client/domain/document-title.ts'
import { partnerLabel } from '#client/domain/partner-picker/partner-label.ts'
import type { DocumentRow, RowPartner } from '#client/domain/rows/rows.ts'
import { useMarkSigned } from '#client/features/dashboard/staff/save-rows.ts'
import { AlertDialog } from '#client/ui/alert-dialog.tsx'

type MarkSignedProps = {
  document: DocumentRow
  partner: RowPartner | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

const what =
  'This records a signature made on paper, with your name and the time. This action cannot be undone.'

export function MarkSigned({ document, partner, ...opening }: MarkSignedProps) {
  const { mutate: markSigned } = useMarkSigned(document.id)
  return (
    <AlertDialog
      {...opening}
      title={`Mark ${documentTitle(document)} as signed?`}
      description={partner ? `Of ${partnerLabel(partner)}. ${what}` : what}
      confirmLabel="Mark Signed"
      tone="primary"
      onConfirm={() => markSigned(document.updatedAt)}
    />
  )
}
