import { AlertDialog } from '#client/ui/alert-dialog.tsx'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import { useDeleteFolder } from './save-folder.ts'

export function DeleteFolder({ folder, onClose }: { folder: ResourceFolder; onClose: () => void }) {
  const remove = useDeleteFolder(folder)
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={`Delete ${folder.name}`}
      description={
        'Are you sure you want to delete this folder? This action cannot be undone. ' +
        'Its files stay, in no folder.'
      }
      confirmLabel="Delete"
      onConfirm={() => remove.mutate()}
    />
  )
}
