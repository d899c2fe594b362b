import { type Ref, useImperativeHandle, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { ApiError } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { useFocusInvalid } from '#client/lib/use-focus-invalid.ts'
import { EditConflict } from '#client/ui/edit-conflict.tsx'
import { SubmitFooter } from '#client/ui/form-dialog.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { useUpdateResource } from './change-resource.ts'
import { AudienceField, DetailsFields } from './details/details-fields.tsx'
import { detailsOf } from './details/details-values.ts'
import { showRefusedFields } from './details/show-refused-fields.ts'
import { sentDetails, useDetailsForm } from './details/use-details-form.ts'

export type EditFormProps = {
  file: Resource
  /** Answers the file as it is then; nothing when it cannot be read. */
  readAgain: () => Promise<{ data: Resource | undefined; isError: boolean }>
  /** Holds whether something in it is not saved. */
  isChangedRef: Ref<boolean>
  /** The file, and with it the library, is no longer what is shown. */
  onConflict: () => void
  onDone: () => void
}

export function EditForm({ file, readAgain, isChangedRef, onConflict, onDone }: EditFormProps) {
  // What the form was filled from: saving over anything else would undo what somebody else has done.
  const [seen, setSeen] = useState(file)
  const [conflict, setConflict] = useState<string>()
  const form = useDetailsForm(detailsOf(seen))
  const element = useFocusInvalid(form.formState.submitCount)
  const update = useUpdateResource(file.id)
  const { isDirty } = form.formState
  useImperativeHandle(isChangedRef, () => isDirty, [isDirty])

  const submit = form.handleSubmit(async (details) => {
    setConflict(undefined)
    try {
      await update.mutateAsync({ ...sentDetails(details), updatedAt: seen.updatedAt })
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) return
      showRefusedFields(error.fields, form.setError)
      if (error.status === 409) {
        setConflict(error.serverMessage)
        onConflict()
      }
      if (error.status === 404) onDone()
    }
  })

  const handleLoad = async () => {
    const { data, isError } = await readAgain()
    if (!data || isError) {
      const description = 'The file could not be loaded. Check your connection and try again.'
      toast({ title: 'Error', description, tone: 'danger' })
      return
    }
    setSeen(data)
    form.reset(detailsOf(data))
    // The button goes away with the message.
    focusFirstField(element.current)
    setConflict(undefined)
  }

  return (
    <FormProvider {...form}>
      <div ref={focusFirstField}>
        <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
          <DetailsFields />
          <AudienceField canBeBoth={detailsOf(seen).audience.kind === 'both'} />
          <EditConflict edit={{ conflict, isGone: false, loadCurrent: handleLoad }} />
          <SubmitFooter isPending={update.isPending} words="Save changes" />
        </form>
      </div>
    </FormProvider>
  )
}

// When the form comes, the dialog is open already, with the focus on what was there first.
const focusFirstField = (place: HTMLElement | null) => place?.querySelector('input')?.focus()
