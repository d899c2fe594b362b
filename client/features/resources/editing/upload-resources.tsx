import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { refusalOf, titleOf } from '#client/domain/files/chosen-file.ts'
import { FilePicker } from '#client/domain/files/file-picker.tsx'
import { isToUpload } from '#client/domain/files/upload.ts'
import { UploadDialog } from '#client/domain/files/upload-dialog.tsx'
import { useSingleUpload, useUploads } from '#client/domain/files/use-uploads.ts'
import { call } from '#client/lib/api.ts'
import { failureTitle } from '#client/lib/connection.ts'
import { invalidatePaths } from '#client/lib/query-client.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Choice, ChoiceGroup } from '#client/ui/choice-group.tsx'
import { DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import type { LibraryView } from '../library-view.ts'
import { libraryReads, useFolders } from '../queries.ts'
import { type Details, DetailsFields, sentDetails, useDetailsForm } from './details-form.tsx'
import { areComplete, labelOf, ManyFiles, summaryOf } from './many-files.tsx'

type UploadResourcesProps = DialogOpening & {
  /** The place from which the dialog was opened. The files go there unless another place is chosen. */
  view: Pick<LibraryView, 'category' | 'folder'>
  /** The files that were dropped on the page. */
  files: File[]
  /** Called when at least one file is in the library. */
  onUploaded: () => void
}

/** Uploads one file with its details, or many at once. */
export function UploadResources({ view, files, open, onOpenChange, onUploaded }: UploadResourcesProps) {
  const client = useQueryClient()
  const folder = useFolders().data?.find(({ id }) => id === view.folder)
  const category = folder?.category ?? view.category
  const [isOfMany, setOfMany] = useState(files.length > 1)
  const picker = useSingleUpload()
  const many = useUploads()
  const isBusy = picker.isBusy || many.isBusy
  const { text, next } = summaryOf(many.uploads)

  const handleOpenChange = (nextOpen: boolean) => {
    if (!nextOpen) {
      picker.clear()
      many.clear()
    }
    onOpenChange(nextOpen)
  }

  const save = async (details: Details) => {
    if (!picker.upload) return
    const outcome = await picker.send((file) =>
      call('POST /api/resources', { body: { ...sentDetails(details), ...file } }),
    )
    if (outcome === 'stopped') return
    void invalidatePaths(client, libraryReads)
    if (outcome === 'done') {
      toast({ title: 'Resource uploaded successfully!', tone: 'positive' })
      onUploaded()
      return handleOpenChange(false)
    }
    const description =
      outcome.step === 'register'
        ? 'Failed to process uploaded file. Please try again.'
        : 'Failed to upload resource. Please try again.'
    toast({ title: failureTitle(), description, tone: 'danger' })
    // The form shows the error at the fields that it names.
    throw outcome.cause
  }

  const saveMany = async ({ description: _, ...details }: Details) => {
    if (!areComplete(many.uploads)) return
    await many.start((file, title) =>
      call('POST /api/resources', {
        body: { ...sentDetails({ ...details, description: null }), ...file, title },
      }),
    )
    onUploaded()
    await invalidatePaths(client, libraryReads)
  }

  const { form, formRef, submit, isChanged } = useDetailsForm({
    record: null,
    isOfMany,
    initial: { category: category ?? '', folderId: folder?.id ?? '' },
    save: (details) => (isOfMany ? saveMany(details) : save(details)),
  })
  const { dirtyFields, isSubmitted } = form.formState

  const handleSubmit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isOfMany) picker.require()
    else if (next.does === 'close') return handleOpenChange(false)
    return submit(event)
  }

  /** The title follows the name of the chosen file until the user types a title. */
  const handleChosen = (fileName: string | null) => {
    const title = fileName === null ? '' : titleOf(fileName)
    if (!dirtyFields.title) form.setValue('title', title, { shouldValidate: isSubmitted })
  }

  const addDropped = useEffectEvent(() => {
    const [file] = files
    if (files.length > 1) for (const each of files) refusalOf(each) ?? many.add(each)
    else if (file && refusalOf(file)) picker.setError(`${file.name}: ${refusalOf(file)}`)
    else if (file) {
      picker.add(file)
      handleChosen(file.name)
    }
  })
  useEffect(() => addDropped(), [])

  return (
    <UploadDialog
      title="Upload New Resources (Admin Only)"
      size="wide"
      open={open}
      onOpenChange={handleOpenChange}
      isBusy={isBusy}
      isChanged={
        many.uploads.length > 0 ? many.uploads.some(isToUpload) : picker.upload !== undefined || isChanged()
      }
      whatStays="Uploaded files stay in the library. The others are not added."
    >
      <FormProvider {...form}>
        <form ref={formRef} noValidate onSubmit={handleSubmit} className="grid grid-cols-1 gap-5">
          <ChoiceGroup label="How many" className="grid-cols-2">
            {[false, true].map((value) => (
              <Choice
                key={String(value)}
                name="how-many"
                label={value ? 'Several files' : 'One file'}
                checked={isOfMany === value}
                disabled={isBusy}
                onChange={() => setOfMany(value)}
              />
            ))}
          </ChoiceGroup>
          {isOfMany ? (
            <ManyFiles uploader={many} wasSubmitted={isSubmitted} />
          ) : (
            <FilePicker picker={picker} onChosen={handleChosen} onRetry={() => handleSubmit()} />
          )}
          {/* The fields are disabled, because values that are typed during the upload would not be sent. */}
          <fieldset
            disabled={isBusy || (isOfMany && next.does === 'close')}
            className="grid min-w-0 grid-cols-1 gap-5"
          >
            <DetailsFields isOfMany={isOfMany} />
          </fieldset>
          <DialogFooter>
            <p role="status" className="text-13 text-muted sm:mr-auto sm:self-center">
              {isOfMany && text}
            </p>
            {!(isOfMany && next.does === 'close') && (
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
