import { BellRing, FileX, Pencil } from 'lucide-react'
import { RemindDialog } from '#client/domain/reminders/lazy-dialog.ts'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import type { SharedDocument } from '#contract/documents/shared-documents.ts'
import { DeleteSharedDocument, EditSharedDocument } from '../lazy-dialogs.ts'

type SharedDocumentMenuProps = { document: SharedDocument; onDeleted?: () => void }

/** The menu with the actions of staff on an agreement for several partners. */
export function SharedDocumentMenu(props: SharedDocumentMenuProps) {
  const { document } = props
  return (
    <RowMenu name={document.documentName} row={{}}>
      <MenuItem icon={Pencil} opens={(opening) => <EditSharedDocument {...opening} document={document} />}>
        Edit
      </MenuItem>
      <MenuItem
        icon={BellRing}
        opens={(opening) => (
          <RemindDialog {...opening} reminder={{ about: { kind: 'agreements', ids: [document.id] } }} />
        )}
      >
        Remind…
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={FileX}
        tone="danger"
        opens={(opening) => <DeleteSharedDocument {...opening} {...props} />}
      >
        Delete
      </MenuItem>
    </RowMenu>
  )
}
