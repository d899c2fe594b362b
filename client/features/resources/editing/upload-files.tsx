import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { categoryLabels, type ResourceCategory } from '#contract/resources/categories.ts'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import { UploadFilesDialog } from './upload-files-dialog.tsx'

type UploadFilesProps = {
  category: ResourceCategory
  /** Null for files in no folder. */
  folder: Pick<ResourceFolder, 'id' | 'name'> | null
}

/** The way to put many files into a folder at once. */
export function UploadFiles({ category, folder }: UploadFilesProps) {
  const [wasOpened, setOpened] = useState(false)
  const [open, setOpen] = useState(false)

  const handleClick = () => {
    setOpened(true)
    setOpen(true)
  }

  return (
    <>
      <Button
        size="small"
        // A page shows this button once for each folder.
        aria-label={`Upload files to ${folder?.name ?? `${categoryLabels[category]}, Uncategorized Files`}`}
        onClick={handleClick}
      >
        <Upload aria-hidden className="size-4" />
        Upload files
      </Button>
      {/* Not before it is wanted: each folder has one. */}
      {wasOpened && (
        <UploadFilesDialog category={category} folder={folder} open={open} onOpenChange={setOpen} />
      )}
    </>
  )
}
