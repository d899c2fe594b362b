import { FilePenLine, FileUp, FileX, Pencil, Undo2 } from 'lucide-react'
import { useCurrentUser } from '#client/domain/current-user.ts'
import type { DocumentRow } from '#client/domain/rows/rows.ts'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import type { DocumentMenuProps } from './document-menu-dialogs.tsx'
import { DeleteDocumentDialog, EditDocumentDialog, MarkSignedDialog, TakeBackDialog } from './lazy-dialogs.ts'

/** Marked as signed on paper, without the paper's scan. */
const lacksScan = ({
  status,
  evidence,
  documentPath,
}: Pick<DocumentRow, 'status' | 'evidence' | 'documentPath'>) =>
  status === 'signed' && !evidence && documentPath === null

/** What staff can do with an agreement. What a partner has signed can no longer be changed. */
export function DocumentMenu(props: DocumentMenuProps) {
  const { document } = props
  const openDialog = useOpenDialog()
  const { data: user } = useCurrentUser()
  const canTakeBack = user?.role === 'admin'
  const openScan = () => openDialog((opening) => <MarkSignedDialog {...opening} {...props} />)
  if (document.evidence || (document.status === 'signed' && !canTakeBack && !lacksScan(document))) return null
  return (
    <RowMenu name={document.documentName} row={document}>
      {document.status === 'pending' ? (
        <>
          <MenuItem
            onSelect={() => openDialog((opening) => <EditDocumentDialog {...opening} document={document} />)}
          >
            <Pencil aria-hidden />
            Edit
          </MenuItem>
          <MenuItem onSelect={openScan}>
            <FilePenLine aria-hidden />
            Mark Signed
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            tone="danger"
            onSelect={() => openDialog((opening) => <DeleteDocumentDialog {...opening} {...props} />)}
          >
            <FileX aria-hidden />
            Delete
          </MenuItem>
        </>
      ) : (
        <>
          {lacksScan(document) && (
            <MenuItem onSelect={openScan}>
              <FileUp aria-hidden />
              Add scan
            </MenuItem>
          )}
          {canTakeBack && (
            <MenuItem
              tone="danger"
              onSelect={() => openDialog((opening) => <TakeBackDialog {...opening} {...props} />)}
            >
              <Undo2 aria-hidden />
              Take back Mark Signed
            </MenuItem>
          )}
        </>
      )}
    </RowMenu>
  )
}
