import { useQueryClient } from '@tanstack/react-query'
import { FilePicker } from '#client/domain/files/file-picker.tsx'
import { UploadDialog } from '#client/domain/files/upload-dialog.tsx'
import { useSingleUpload } from '#client/domain/files/use-uploads.ts'
import { call } from '#client/lib/api.ts'
import { failureTitle } from '#client/lib/connection.ts'
import { formatDate, formatSize } from '#client/lib/format.ts'
import { invalidatePaths } from '#client/lib/query-client.ts'
import { toast } from '#client/lib/toast.ts'
import { SubmitFooter } from '#client/ui/form-dialog.tsx'
import { libraryReads } from '../queries.ts'
import type { FileDialogProps } from './file-dialog-props.ts'

/** Replaces a file with a new version. */
export function ReplaceResourceFile({ file, open, onOpenChange }: FileDialogProps) {
  const client = useQueryClient()
  const picker = useSingleUpload()

  const handleOpenChange = (next: boolean) => {
    if (!next) picker.clear()
    onOpenChange(next)
  }

  const send = async () => {
    if (!picker.require()) return
    const outcome = await picker.send((body) =>
      call('PUT /api/resources/:id/file', { params: { id: file.id }, body }),
    )
    if (outcome === 'stopped') return
    if (outcome === 'done') {
      toast({ title: 'File replaced successfully!', tone: 'positive' })
      handleOpenChange(false)
    } else {
      toast({
        title: failureTitle(),
        description: 'Failed to replace file. Please try again.',
        tone: 'danger',
      })
    }
    await invalidatePaths(client, libraryReads)
  }

  return (
    <UploadDialog
      title="Replace file"
      description="Links to the file keep working, and its earlier versions stay available."
      open={open}
      onOpenChange={handleOpenChange}
      isBusy={picker.isBusy}
      whatStays="The file in the library stays as it is."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
        className="grid grid-cols-1 gap-5"
      >
        <div className="rounded-card bg-sunken p-3">
          <p className="wrap-anywhere font-medium">{file.title}</p>
          <p className="wrap-anywhere text-13 text-muted">
            {`${file.fileName ?? file.fileType.toUpperCase()} · ${formatSize(file.fileSize)} · updated ${formatDate(file.updatedAt)}`}
          </p>
        </div>
        <FilePicker picker={picker} onRetry={send} />
        <SubmitFooter isPending={picker.isBusy} label={picker.isBusy ? 'Uploading...' : 'Replace file'} />
      </form>
    </UploadDialog>
  )
}
