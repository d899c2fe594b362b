import { ArchiveRestore, ArchiveX, Ellipsis, Link, Pencil, Replace } from 'lucide-react'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { LeavingNote, useLeaving } from '#client/ui/leaving-rows.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { question } from '#client/ui/question.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { fileLinkId } from '../focus-targets.ts'
import { libraryReads } from '../queries.ts'
import { shareLink } from '../share-link.ts'
import { EditResource } from './edit-resource.tsx'
import { ReplaceResourceFile } from './replace-resource-file.tsx'

const dialogs = [
  { label: 'Edit', icon: Pencil, Dialog: EditResource },
  { label: 'Replace file', icon: Replace, Dialog: ReplaceResourceFile },
]

/** The menu of actions of staff for a file. */
export function FileActions({ file, onWithdrawn }: { file: Resource; onWithdrawn?: () => void }) {
  const { mutate: withdraw } = useEndpointMutation(
    async () => {
      await call('DELETE /api/resources/:id', { params: { id: file.id } })
      // The focus must move while the lists still show the file.
      leaveRow(file.id)
      onWithdrawn?.()
    },
    {
      success: 'Resource withdrawn',
      failure: 'Failed to withdraw resource. Please try again.',
      invalidates: libraryReads,
    },
  )

  const withdrawQuestion = question({
    title: `Withdraw ${file.title}?`,
    description:
      'Partners can no longer find it, and links to it stop working. You can restore it from Withdrawn.',
    confirmLabel: 'Withdraw',
    onConfirm: withdraw,
  })

  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${file.title}`} />}>
      {dialogs.map(({ label, icon: Icon, Dialog }) => (
        <MenuItem icon={Icon} key={label} opens={(opening) => <Dialog {...opening} file={file} />}>
          {label}
        </MenuItem>
      ))}
      <MenuItem icon={Link} onSelect={() => shareLink(file)}>
        Share link
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={ArchiveX} tone="danger" opens={withdrawQuestion}>
        Withdraw
      </MenuItem>
    </Menu>
  )
}

/** A button that makes a withdrawn file available to its audience again. */
export function RestoreFile({ file }: { file: Resource }) {
  const leaving = useLeaving()
  const { mutate: withdraw } = useEndpointMutation(
    () => call('DELETE /api/resources/:id', { params: { id: file.id } }),
    {
      success: 'Resource withdrawn',
      failure: 'Failed to withdraw resource. Please try again.',
      invalidates: libraryReads,
    },
  )
  const { mutate: restore, isPending } = useEndpointMutation(
    () => call('POST /api/resources/:id/restore', { params: { id: file.id } }),
    {
      success: () => ({
        title: 'Resource restored',
        description: file.title,
        action: { label: 'Undo', onSelect: () => withdraw() },
      }),
      failure: 'Failed to restore resource. Please try again.',
      invalidates: libraryReads,
      leaves: () => ({ ids: [file.id], label: 'Restored', hasUndo: true }),
    },
  )
  if (leaving) return <LeavingNote row={leaving} />
  return (
    <Button size="small" pending={isPending} aria-label={`Restore ${file.title}`} onClick={() => restore()}>
      <ArchiveRestore aria-hidden />
      Restore
    </Button>
  )
}

/** Moves the focus to a neighbor, because the row goes away. */
const leaveRow = (id: string) => {
  const row = document.getElementById(fileLinkId(id))?.closest('li')
  if (!row?.contains(document.activeElement)) return
  const neighbor = row.nextElementSibling ?? row.previousElementSibling
  neighbor?.querySelector<HTMLElement>('a, button')?.focus()
}
