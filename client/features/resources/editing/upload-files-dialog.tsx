import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UploadDialog } from '#client/domain/files/upload-dialog.tsx'
import { isToSend, useUploads } from '#client/domain/files/use-uploads.ts'
import { call } from '#client/lib/api.ts'
import { categoryLabels, type ResourceCategory } from '#contract/resources/categories.ts'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import { createResource } from '#contract/resources/resources.ts'
import { forEveryone, sentAudience } from './audience/audience.ts'
import { refreshLibrary } from './refresh-library.ts'
import { UploadFilesForm } from './upload-files-form.tsx'

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
    await refreshLibrary(client)
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
