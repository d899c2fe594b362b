import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import CirclePlay from 'lucide-react/icons/circle-play'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileSignature from 'lucide-react/icons/file-pen-line'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { documentTitle } from '#client/domain/document-title.ts'
import type { ActivationRow, DocumentRow, TaskRow } from '#client/domain/rows/rows.ts'
import { useMoveTask } from '#client/features/tasks/move-task.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { taskStatuses } from '#contract/tasks.ts'
import { useOpenDialog } from './dialog-context.ts'

/** What staff do with a row: a button at its end, and the menu below it. */
function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  return (
    // As far out as the padding of the icon, and no higher than the words of the row.
    <div className="-my-1 -mr-2.5">
      <Menu
        trigger={
          <IconButton label={`Actions for ${name}`}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
      >
        {children}
      </Menu>
    </div>
  )
}

const moves = {
  pending: { label: 'Mark Pending', icon: Circle },
  in_progress: { label: 'Mark In Progress', icon: CirclePlay },
  completed: { label: 'Mark Complete', icon: CircleCheck },
}

export function TaskMenu({ task }: { task: TaskRow }) {
  const openDialog = useOpenDialog()
  const { mutate: move } = useMoveTask(task.id)
  return (
    <RowMenu name={task.taskName}>
      <MenuItem onSelect={() => openDialog({ kind: 'task', task })}>
        <Pencil aria-hidden />
        Edit
      </MenuItem>
      {/* What is most often meant comes first. */}
      {taskStatuses
        .toReversed()
        .filter((status) => status !== task.status)
        .map((status) => {
          const { label, icon: Icon } = moves[status]
          return (
            <MenuItem key={status} onSelect={() => move({ id: task.id, status, updatedAt: task.updatedAt })}>
              <Icon aria-hidden />
              {label}
            </MenuItem>
          )
        })}
      <MenuSeparator />
      <MenuItem tone="danger" onSelect={() => openDialog({ kind: 'delete-task', task })}>
        <Trash aria-hidden />
        Delete
      </MenuItem>
    </RowMenu>
  )
}

export function ActivationMenu({ activation }: { activation: ActivationRow }) {
  const openDialog = useOpenDialog()
  return (
    <RowMenu name={activation.name}>
      <MenuItem onSelect={() => openDialog({ kind: 'activation', activation })}>
        <Pencil aria-hidden />
        Edit
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="danger" onSelect={() => openDialog({ kind: 'delete-activation', activation })}>
        <Trash aria-hidden />
        Delete
      </MenuItem>
    </RowMenu>
  )
}

/** For an agreement that is still to be signed: of a signed one nothing can be changed. */
export function DocumentMenu({ document }: { document: DocumentRow }) {
  const openDialog = useOpenDialog()
  return (
    <RowMenu name={documentTitle(document)}>
      <MenuItem onSelect={() => openDialog({ kind: 'mark-signed', document })}>
        <FileSignature aria-hidden />
        Mark Signed
      </MenuItem>
    </RowMenu>
  )
}
