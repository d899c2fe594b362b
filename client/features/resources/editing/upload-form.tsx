import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { FormProvider } from 'react-hook-form'
import { titleOf } from '#client/domain/files/chosen-file.ts'
import { FilePicker } from '#client/domain/files/file-picker.tsx'
import { useSingleUpload } from '#client/domain/files/use-uploads.ts'
import { call } from '#client/lib/api.ts'
import { invalidatePaths } from '#client/lib/query-client.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { LeaveGuard } from '#client/ui/leave-guard.tsx'
import { createResource } from '#contract/resources/resources.ts'
import { libraryReads } from '../queries.ts'
import { type Details, DetailsFields, detailsOf, sentDetails, useDetailsForm } from './details-form.tsx'

/** Uploads one file with its details. What was typed stays until the file is in the library. */
export function UploadForm() {
  const client = useQueryClient()
  const picker = useSingleUpload()

  const save = async (details: Details) => {
    if (!picker.upload) return
    const outcome = await picker.send((file) =>
      call(createResource, { body: { ...sentDetails(details), ...file } }),
    )
    if (outcome === 'stopped') return
    void invalidatePaths(client, libraryReads)
    if (outcome === 'done') {
      toast({ title: 'Resource uploaded successfully!', tone: 'positive' })
      form.reset(detailsOf(null))
      return
    }
    const description =
      outcome.step === 'register'
        ? 'Failed to process uploaded file. Please try again.'
        : 'Failed to upload resource. Please try again.'
    toast({ title: 'Error', description, tone: 'danger' })
    // The form shows the fields that it names.
    throw outcome.cause
  }

  const { form, formRef, submit, isChanged } = useDetailsForm({ record: null, save })

  const handleSubmit = (event?: FormEvent) => {
    picker.require()
    return submit(event)
  }

  const { dirtyFields, isSubmitted } = form.formState

  /** Until the user types a title, it follows the chosen file. */
  const handleChosen = (fileName: string | null) => {
    const title = fileName === null ? '' : titleOf(fileName)
    if (!dirtyFields.title) form.setValue('title', title, { shouldValidate: isSubmitted })
  }

  return (
    <Card title="Upload New Resources (Admin Only)">
      <FormProvider {...form}>
        <form ref={formRef} noValidate onSubmit={handleSubmit} className="grid grid-cols-1 max-w-180 gap-5">
          {picker.isBusy ? (
            <LeaveGuard key="upload" loses="upload" />
          ) : (
            <LeaveGuard key="changes" loses="changes" isNeeded={isChanged} />
          )}
          <FilePicker picker={picker} onChosen={handleChosen} onRetry={() => handleSubmit()} />
          {/* Values typed during the upload would not be sent. */}
          <fieldset disabled={picker.isBusy} className="grid grid-cols-1 min-w-0 gap-5">
            <DetailsFields />
          </fieldset>
          <div>
            <Button type="submit" variant="primary" pending={picker.isBusy}>
              {picker.isBusy ? 'Uploading...' : 'Upload resource'}
            </Button>
          </div>
        </form>
      </FormProvider>
    </Card>
  )
}
