import { useQueryClient } from '@tanstack/react-query'
import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { UploadDialog } from '#client/domain/files/upload-dialog.tsx'
import { isToSend, useUploads } from '#client/domain/files/use-uploads.ts'
import { call } from '#client/lib/api.ts'
import { invalidatePaths } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { categoryLabels, type ResourceCategory } from '#contract/resources/categories.ts'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import { createResource } from '#contract/resources/resources.ts'
import { libraryReads } from '../mutations.ts'
import { forEveryone, sentAudience } from './audience.ts'
import { UploadFilesForm } from './upload-files-form.tsx'

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

type UploadFilesDialogProps = {
  category: ResourceCategory
  folder: Pick<ResourceFolder, 'id' | 'name'> | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Many files into one place of the library. Those that are done are there, whatever becomes of the others. */
export function UploadFilesDialog({ category, folder, open, onOpenChange }: UploadFilesDialogProps) {
  const client = useQueryClient()
  const uploads = useUploads(null)
  const [audience, setAudience] = useState(forEveryone)
  // An audience alone is for files that are still to be chosen.
  const isChanged = uploads.uploads.length > 0 ? uploads.uploads.some(isToSend) : audience !== forEveryone

  const handleOpenChange = (next: boolean) => {
    if (!next) {
      uploads.clear()
      setAudience(forEveryone)
    }
    onOpenChange(next)
  }

  const send = async () => {
    const place = { category, folderId: folder?.id ?? null }
    await uploads.start((file, title) =>
      call(createResource, { body: { title, ...place, ...file, ...sentAudience(audience) } }),
    )
    await invalidatePaths(client, libraryReads)
  }

  return (
    <UploadDialog
      title="Upload files"
      description={`To ${folder?.name ?? 'Uncategorized Files'} in ${categoryLabels[category]}`}
      size="wide"
      open={open}
      onOpenChange={handleOpenChange}
      isBusy={uploads.isBusy}
      isChanged={isChanged}
      whatStays="Files that are uploaded stay in the library. The others are not added."
    >
      <UploadFilesForm
        uploads={uploads}
        audience={audience}
        onAudienceChange={setAudience}
        onSend={send}
        onClose={() => handleOpenChange(false)}
      />
    </UploadDialog>
  )
}
