import { LayoutTemplate, Pencil, Trash2 } from 'lucide-react'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import type { SharedTask } from '#contract/tasks.ts'
import { TaskDialog } from '../lazy-dialogs.ts'
import { useSaveAsTemplate } from '../plan-mutations.ts'
import { useDeleteSharedTask } from './mutations.ts'

type SharedTaskMenuProps = { task: SharedTask; onDeleted?: () => void }

/** The menu of actions of staff for a task for several partners. */
export function SharedTaskMenu({ task, onDeleted }: SharedTaskMenuProps) {
  const openDialog = useOpenDialog()
  const { mutate: deleteTask } = useDeleteSharedTask(task)
  const { mutate: saveTemplate } = useSaveAsTemplate()
  return (
    <RowMenu name={task.taskName} row={{}}>
      <MenuItem
        onSelect={() => openDialog((opening) => <TaskDialog {...opening} task={task} partner={null} />)}
      >
        <Pencil aria-hidden />
        Edit
      </MenuItem>
      <MenuItem onSelect={() => saveTemplate(task)}>
        <LayoutTemplate aria-hidden />
        Save as template
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="danger" onSelect={() => deleteTask(undefined, { onSuccess: onDeleted })}>
        <Trash2 aria-hidden />
        Delete
      </MenuItem>
    </RowMenu>
  )
}
