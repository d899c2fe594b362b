import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'

type PlanMenuProps = {
  name: string
  /** Opens it. */
  link: { href: string; state: unknown }
  /** What deleting it means for what came from it. */
  consequence: string
  onDelete: () => void
  /** Further items. */
  children?: ReactNode
}

/** The menu of actions for a recurring task, a template or a set. */
export function PlanMenu({ name, link, consequence, onDelete, children }: PlanMenuProps) {
  const [, navigate] = useLocation()
  const openDialog = useOpenDialog()
  const askToDelete = () =>
    openDialog((opening) => (
      <AlertDialog
        {...opening}
        title={`Delete ${name}?`}
        description={consequence}
        confirmLabel="Delete"
        onConfirm={onDelete}
      />
    ))
  return (
    <RowMenu name={name} row={{}}>
      <MenuItem onSelect={() => navigate(link.href, { state: link.state })}>
        <Pencil aria-hidden />
        Edit
      </MenuItem>
      {children}
      <MenuSeparator />
      <MenuItem tone="danger" onSelect={askToDelete}>
        <Trash2 aria-hidden />
        Delete
      </MenuItem>
    </RowMenu>
  )
}
