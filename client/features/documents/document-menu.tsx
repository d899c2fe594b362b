import { Ban, BellRing, CalendarRange, FilePenLine, FileUp, FileX, Pencil, Undo2 } from 'lucide-react'
import { useCurrentUser } from '#client/domain/current-user.ts'
import { RemindDialog } from '#client/domain/reminders/lazy-dialog.ts'
import type { DocumentRow } from '#client/domain/rows/rows.ts'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { amendmentType } from '#contract/documents/agreements/agreement.ts'
import type { DocumentMenuProps } from './document-menu-dialogs.tsx'
import {
  DatesDialog,
  DeleteDocumentDialog,
  EditDocumentDialog,
  MarkSignedDialog,
  TakeBackDialog,
  VoidDialog,
} from './lazy-dialogs.ts'

/** Returns whether an agreement was marked as signed on paper without a scan. */
const lacksScan = ({
  status,
  evidence,
  documentPath,
}: Pick<DocumentRow, 'status' | 'evidence' | 'documentPath'>) =>
  status === 'signed' && !evidence && documentPath === null

/** The menu with the actions of staff on an agreement. A signed agreement can no longer be changed, and a voided one has no actions. */
export function DocumentMenu(props: DocumentMenuProps) {
  const { document } = props
  const { data: user } = useCurrentUser()
  const isAdmin = user?.role === 'admin'
  const isPending = document.status === 'pending'
  const isAmendment = document.documentType === amendmentType
  const scanDialog = (opening: DialogOpening) => <MarkSignedDialog {...opening} {...props} />
  if (document.voidedAt) return null
  return (
    <RowMenu name={document.documentName} row={document}>
      {isPending && (
        <>
          {!isAmendment && (
            <MenuItem
              icon={Pencil}
              opens={(opening) => <EditDocumentDialog {...opening} document={document} />}
            >
              Edit
            </MenuItem>
          )}
          <MenuItem icon={FilePenLine} opens={scanDialog}>
            Mark Signed
          </MenuItem>
          <MenuItem
            icon={BellRing}
            opens={(opening) => (
              <RemindDialog {...opening} reminder={{ about: { kind: 'agreements', ids: [document.id] } }} />
            )}
          >
            Remind…
          </MenuItem>
        </>
      )}
      {lacksScan(document) && (
        <MenuItem icon={FileUp} opens={scanDialog}>
          Add scan
        </MenuItem>
      )}
      {!isAmendment && (
        <MenuItem icon={CalendarRange} opens={(opening) => <DatesDialog {...opening} {...props} />}>
          Dates
        </MenuItem>
      )}
      {(isPending || isAdmin) && <MenuSeparator />}
      {isPending && (
        <MenuItem
          icon={FileX}
          tone="danger"
          opens={(opening) => <DeleteDocumentDialog {...opening} {...props} />}
        >
          Delete
        </MenuItem>
      )}
      {!isPending && isAdmin && !document.evidence && (
        <MenuItem icon={Undo2} tone="danger" opens={(opening) => <TakeBackDialog {...opening} {...props} />}>
          Undo Mark Signed
        </MenuItem>
      )}
      {!isPending && isAdmin && (
        <MenuItem icon={Ban} tone="danger" opens={(opening) => <VoidDialog {...opening} {...props} />}>
          Void
        </MenuItem>
      )}
    </RowMenu>
  )
}
