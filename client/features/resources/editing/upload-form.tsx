import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { titleOf } from '#client/domain/files/chosen-file.ts'
import { FilePicker } from '#client/domain/files/file-picker.tsx'
import { LeaveGuard } from '#client/domain/files/leave-guard.tsx'
import { useSingleUpload } from '#client/domain/files/use-single-upload.ts'
import { call } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { useFocusInvalid } from '#client/lib/use-focus-invalid.ts'
import { Button } from '#client/ui/button.tsx'
import { createResource } from '#contract/resources/resources.ts'
import { AudienceField, DetailsFields } from './details/details-fields.tsx'
import { type Details, emptyDetails } from './details/details-values.ts'
import { showRefusedFields } from './details/show-refused-fields.ts'
import { sentDetails, useDetailsForm } from './details/use-details-form.ts'
import { refreshLibrary } from './refresh-library.ts'
import { tellUploadFailure } from './upload/upload-words.ts'

/** One file with what is said of it. What was typed stays until the file is in the library. */
export function UploadForm() {
  const client = useQueryClient()
  const form = useDetailsForm(emptyDetails)
  const element = useFocusInvalid(form.formState.submitCount)
  const picker = useSingleUpload('upload-file')
  // A title that nobody has typed follows the chosen file.
  const typedTitle = useRef(false)

  const setTitle = (title: string) => {
    if (!typedTitle.current) form.setValue('title', title, { shouldValidate: form.formState.isSubmitted })
  }

  const save = async (details: Details) => {
    if (!picker.require()) return
    const outcome = await picker.send((file) =>
      call(createResource, { body: { ...sentDetails(details), ...file } }),
    )
    if (outcome === 'stopped') return
    if (outcome === 'done') {
      toast({ title: 'Resource uploaded successfully!', tone: 'positive' })
      form.reset(emptyDetails)
      typedTitle.current = false
    } else {
      tellUploadFailure(outcome)
      showRefusedFields(outcome.fields, form.setError)
    }
    await refreshLibrary(client)
  }

  const submit = form.handleSubmit(save, () => void picker.require())

  return (
    <FormProvider {...form}>
      <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-1 max-w-180 gap-5">
        {picker.isBusy && <LeaveGuard />}
        <FilePicker
          picker={picker}
          onChosen={(fileName) => setTitle(titleOf(fileName))}
          onRemoved={() => setTitle('')}
          onRetry={submit}
        />
        {/* What is being sent is not what is typed meanwhile. */}
        <fieldset disabled={picker.isBusy} className="grid grid-cols-1 min-w-0 gap-5">
          <DetailsFields
            onTitleTyped={(title) => {
              typedTitle.current = title !== ''
            }}
          />
          <AudienceField />
        </fieldset>
        <div>
          <Button type="submit" variant="primary" pending={picker.isBusy}>
            {picker.isBusy ? 'Uploading...' : 'Upload resource'}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
