import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { Alert } from '#client/ui/alert.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EditForm, type EditFormProps } from './edit-form.tsx'
import type { FileDialogProps } from './file-dialog.ts'
import { useFileAsItIs } from './read-file-as-it-is.ts'
import { refreshLibrary } from './refresh-library.ts'

/** What is said of a file, where it lies and whom it is for. */
export function EditResource({ file, open, onOpenChange }: FileDialogProps) {
  const client = useQueryClient()
  const isChanged = useRef<boolean>(null)
  const isOutdated = useRef(false)

  const handleOpenChange = (next: boolean) => {
    onOpenChange(next)
    // Not before: the row may move to another list, and takes this dialog with all that is typed in it along.
    if (!next && isOutdated.current) void refreshLibrary(client)
    isOutdated.current = false
  }

  return (
    <FormDialog
      title="Edit file"
      size="wide"
      guarded
      open={open}
      onOpenChange={handleOpenChange}
      isChanged={() => isChanged.current === true}
    >
      <FileToEdit
        id={file.id}
        isChangedRef={isChanged}
        onConflict={() => {
          isOutdated.current = true
        }}
        onDone={() => handleOpenChange(false)}
      />
    </FormDialog>
  )
}

type FileToEditProps = Omit<EditFormProps, 'file' | 'readAgain'> & { id: string }

/** The list may have been read a while ago: the form begins with what the file is now. */
function FileToEdit({ id, ...form }: FileToEditProps) {
  const { data, error, refetch } = useFileAsItIs(id)
  const place = useRef<HTMLDivElement>(null)

  const handleRetry = () => {
    // The button goes away with the message.
    place.current?.focus()
    refetch()
  }

  if (data) return <EditForm file={data} readAgain={refetch} {...form} />
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <div ref={place} tabIndex={-1} aria-busy={!error} className="min-h-96 outline-none">
      {!error ? (
        <FormSkeleton />
      ) : isGone ? (
        <Alert title="This file is not there any more">It was deleted meanwhile.</Alert>
      ) : (
        <Alert title="The file could not be loaded" onRetry={handleRetry}>
          Check your connection and try again.
        </Alert>
      )}
    </div>
  )
}

const FormSkeleton = () => (
  <div className="grid grid-cols-1 gap-5">
    {['title', 'place', 'description', 'audience'].map((field) => (
      <div key={field} className="grid grid-cols-1 gap-2">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-9" />
      </div>
    ))}
  </div>
)
