import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { refusalOf, titleOf } from '#client/domain/files/chosen-file.ts'
import { isToUpload } from '#client/domain/files/upload.ts'
import { UploadDialog } from '#client/domain/files/upload-dialog.tsx'
import type { Outcome } from '#client/domain/files/uploader.ts'
import { useUploads } from '#client/domain/files/use-uploads.ts'
import { call } from '#client/lib/api.ts'
import { failureTitle } from '#client/lib/connection.ts'
import { invalidatePaths } from '#client/lib/query-client.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import type { LibraryView } from '../library-view.ts'
import { libraryReads, useFolders } from '../queries.ts'
import { ChosenFiles, haveTitles, labelOf, summaryOf } from './chosen-files.tsx'
import { type Details, DetailsFields, sentDetails, useDetailsForm } from './details-form.tsx'

type UploadResourcesProps = DialogOpening & {
  /** The place from which the dialog was opened. The files go there unless another place is chosen. */
  view: Pick<LibraryView, 'category' | 'folder'>
  /** The files that were dropped on the page. */
  files: File[]
  /** Called when at least one file is in the library. */
  onUploaded: () => void
}

/** Uploads one file with its details, or several with a title each and common details. */
export function UploadResources({ view, files, open, onOpenChange, onUploaded }: UploadResourcesProps) {
  const client = useQueryClient()
  const folder = useFolders().data?.find(({ id }) => id === view.folder)
  const category = folder?.category ?? view.category
  const uploader = useUploads()
  const { uploads, isBusy } = uploader
  const [refused, setRefused] = useState<string[]>([])
  // The only file that the form sends next, after its Retry; null for all.
  const retriedRef = useRef<string>(null)
  const isOfMany = uploads.length > 1
  const { text, next } = summaryOf(uploads)
  const isOver = isOfMany && next.does === 'close'

  const handleOpenChange = (nextOpen: boolean) => {
    if (!nextOpen) uploader.clear()
    onOpenChange(nextOpen)
  }

  const save = async (details: Details) => {
    const ids = retriedRef.current ? [retriedRef.current] : uploads.filter(isToUpload).map(({ id }) => id)
    retriedRef.current = null
    if (ids.length === 0 || (isOfMany && !haveTitles(uploads))) return
    const { notify, line } = details
    const fields = { ...sentDetails(details), notify, line }
    const outcomes = await uploader.run(ids, (file, title) =>
      call('POST /api/resources', { body: { ...fields, ...file, title: isOfMany ? title : details.title } }),
    )
    void invalidatePaths(client, libraryReads)
    if (outcomes.includes('done')) onUploaded()
    if (!isOfMany) finishSingle(outcomes[0])
  }

  /** Closes the dialog after the upload of a single file, or says why it has failed. */
  const finishSingle = (outcome: Outcome = 'stopped') => {
    if (outcome === 'stopped') return
    if (outcome === 'done') {
      toast({ title: 'Resource uploaded successfully!', tone: 'positive' })
      return handleOpenChange(false)
    }
    const [upload] = uploads
    if (upload && !outcome.canRetry) {
      uploader.remove(upload.id)
      setRefused([`${upload.fileName}: ${outcome.reason}`])
    }
    const description =
      outcome.step === 'register'
        ? 'Failed to process uploaded file. Please try again.'
        : 'Failed to upload resource. Please try again.'
    toast({ title: failureTitle(), description, tone: 'danger' })
    // The form shows the error at the fields that it names.
    throw outcome.cause
  }

  const { form, formRef, submit, isChanged } = useDetailsForm({
    record: null,
    isOfMany,
    initial: { category: category ?? '', folderId: folder?.id ?? '' },
    save,
  })
  const { dirtyFields, isSubmitted } = form.formState

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    retriedRef.current = null
    if (isOver) return handleOpenChange(false)
    return submit(event)
  }

  const handleRetry = (id: string) => {
    retriedRef.current = id
    void submit()
  }

  /** Shows the title of a single file in the form. It follows the name of the file until the user types a title. */
  const showTitle = () => {
    const [only, ...others] = uploader.read()
    if (others.length > 0) return
    const isTyped = isOfMany && only ? only.title !== titleOf(only.fileName) : Boolean(dirtyFields.title)
    if (isOfMany || !isTyped)
      form.setValue('title', only?.title ?? '', { shouldValidate: isSubmitted, shouldDirty: isTyped })
  }

  const handleFiles = (chosen: File[]) => {
    // The title that was typed for the first file goes to its row.
    const [first] = uploads
    if (first && !isOfMany) uploader.rename(first.id, form.getValues('title'))
    setRefused(chosen.flatMap((file) => (refusalOf(file) ? [`${file.name}: ${refusalOf(file)}`] : [])))
    for (const file of chosen) refusalOf(file) ?? uploader.add(file)
    showTitle()
  }

  const handleRemove = (id: string) => {
    uploader.remove(id)
    showTitle()
  }

  const addDropped = useEffectEvent(() => files.length > 0 && handleFiles(files))
  useEffect(() => void addDropped(), [])

  return (
    <UploadDialog
      title="Upload New Resources (Admin Only)"
      size="wide"
      open={open}
      onOpenChange={handleOpenChange}
      isBusy={isBusy}
      isChanged={uploads.length > 0 ? uploads.some(isToUpload) : isChanged()}
      whatStays="Uploaded files stay in the library. The others are not added."
    >
      <FormProvider {...form}>
        <form ref={formRef} noValidate onSubmit={handleSubmit} className="grid grid-cols-1 gap-5">
          <ChosenFiles
            uploader={uploader}
            refused={refused}
            wasSubmitted={isSubmitted}
            onFiles={handleFiles}
            onRemove={handleRemove}
            onRetry={handleRetry}
          />
          {/* The fields are disabled, because values that are typed during the upload would not be sent. */}
          <fieldset disabled={isBusy || isOver} className="grid min-w-0 grid-cols-1 gap-5">
            <DetailsFields isOfMany={isOfMany} isNew />
          </fieldset>
          <DialogFooter>
            <p role="status" className="text-13 text-muted sm:mr-auto sm:self-center">
              {isOfMany && text}
            </p>
            {!isOver && (
              <DialogClose>
                <Button>Cancel</Button>
              </DialogClose>
            )}
            <Button type="submit" variant="primary" pending={isBusy}>
              {isBusy ? 'Uploading...' : isOfMany ? labelOf(next) : 'Upload resource'}
            </Button>
          </DialogFooter>
        </form>
      </FormProvider>
    </UploadDialog>
  )
}
