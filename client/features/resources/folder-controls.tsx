import FolderPlus from 'lucide-react/icons/folder-plus'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import type { ResourceFolder } from '#contract/resources/folders.ts'

// Loaded on demand, since partners never need them.
const CreateFolder = lazy(async () => ({ default: (await import('./folder-dialogs.tsx')).CreateFolder }))
const EditFolder = lazy(async () => ({ default: (await import('./folder-dialogs.tsx')).EditFolder }))
const DeleteFolder = lazy(async () => ({ default: (await import('./folder-dialogs.tsx')).DeleteFolder }))

/** For staff: a new folder in a category. */
export function NewFolderButton({ category }: { category: ResourceCategory }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        <FolderPlus aria-hidden className="size-4" />
        New Folder
      </Button>
      <Suspense fallback={null}>
        {isOpen && <CreateFolder category={category} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}

/** For staff: changing a folder, and taking it away. */
export function FolderControls({ folder }: { folder: ResourceFolder }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <div className="flex shrink-0">
      <IconButton label={`Edit ${folder.name}`} title="Edit" onClick={() => setOpen('edit')}>
        <Pencil aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={`Delete ${folder.name}`} title="Delete" onClick={() => setOpen('delete')}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
      <Suspense fallback={null}>
        {open === 'edit' && <EditFolder folder={folder} onClose={close} />}
        {open === 'delete' && <DeleteFolder folder={folder} onClose={close} />}
      </Suspense>
    </div>
  )
}
