import { Ban, CalendarRange, FilePenLine, FileUp, FileX, Pencil, Undo2 } from 'lucide-react'
import { useCurrentUser } from '#client/domain/current-user.ts'
import type { DocumentRow } from '#client/domain/rows/rows.ts'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import type { DocumentMenuProps } from './document-menu-dialogs.tsx'
import {
  DatesDialog,
  DeleteDocumentDialog,
  EditDocumentDialog,
  MarkSignedDialog,
  TakeBackDialog,
  VoidDialog,
} from './lazy-dialogs.ts'

/** Marked as signed on paper, without the paper's scan. */
const lacksScan = ({
  status,
  evidence,
  documentPath,
}: Pick<DocumentRow, 'status' | 'evidence' | 'documentPath'>) =>
  status === 'signed' && !evidence && documentPath === null

/** What staff can do with an agreement. What a partner has signed can no longer be changed, and nothing of what is voided. */
export function DocumentMenu(props: DocumentMenuProps) {
  const { document } = props
  const openDialog = useOpenDialog()
  const { data: user } = useCurrentUser()
  const isAdmin = user?.role === 'admin'
  const isPending = document.status === 'pending'
  const openScan = () => openDialog((opening) => <MarkSignedDialog {...opening} {...props} />)
  if (document.voidedAt) return null
  return (
    <RowMenu name={document.documentName} row={document}>
      {isPending && (
        <>
          <MenuItem
            icon={Pencil}
            onSelect={() => openDialog((opening) => <EditDocumentDialog {...opening} document={document} />)}
          >
            Edit
          </MenuItem>
          <MenuItem icon={FilePenLine} onSelect={openScan}>
            Mark Signed
          </MenuItem>
        </>
      )}
      {lacksScan(document) && (
        <MenuItem icon={FileUp} onSelect={openScan}>
          Add scan
        </MenuItem>
      )}
      <MenuItem
        icon={CalendarRange}
        onSelect={() => openDialog((opening) => <DatesDialog {...opening} {...props} />)}
      >
        Dates
      </MenuItem>
      {(isPending || isAdmin) && <MenuSeparator />}
      {isPending && (
        <MenuItem
          icon={FileX}
          tone="danger"
          onSelect={() => openDialog((opening) => <DeleteDocumentDialog {...opening} {...props} />)}
        >
          Delete
        </MenuItem>
      )}
      {!isPending && isAdmin && !document.evidence && (
        <MenuItem
          icon={Undo2}
          tone="danger"
          onSelect={() => openDialog((opening) => <TakeBackDialog {...opening} {...props} />)}
        >
          Take back Mark Signed
        </MenuItem>
      )}
      {!isPending && isAdmin && (
        <MenuItem
          icon={Ban}
          tone="danger"
          onSelect={() => openDialog((opening) => <VoidDialog {...opening} {...props} />)}
        >
          Void
        </MenuItem>
      )}
    </RowMenu>
  )
}
