import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { question } from '#client/ui/question.tsx'

type PlanMenuProps = {
  name: string
  /** The link that opens the item. */
  link: { href: string; state: unknown }
  /** What deleting the item means for the tasks that came from it. */
  consequence: string
  onDelete: () => void
  /** Further items. */
  children?: ReactNode
}

/** The menu of actions for a recurring task, a template or a set. */
export function PlanMenu({ name, link, consequence, onDelete, children }: PlanMenuProps) {
  const [, navigate] = useLocation()
  const deleteQuestion = question({
    title: `Delete ${name}?`,
    description: consequence,
    confirmLabel: 'Delete',
    onConfirm: onDelete,
  })
  return (
    <RowMenu name={name} row={{}}>
      <MenuItem icon={Pencil} onSelect={() => navigate(link.href, { state: link.state })}>
        Edit
      </MenuItem>
      {children}
      <MenuSeparator />
      <MenuItem icon={Trash2} tone="danger" opens={deleteQuestion}>
        Delete
      </MenuItem>
    </RowMenu>
  )
}
