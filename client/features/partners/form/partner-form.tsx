import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#client/lib/api.ts'
import { clearDraft, typedValues, useDraft } from '#client/lib/draft.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { SubmitFooter } from '#client/ui/form-dialog.tsx'
import { FormErrorSummary } from '#client/ui/form-error-summary.tsx'
import type { CommunicationMethod } from '#contract/partners/profile.ts'
import { BasicSection, BusinessSection, MarketingSection, SocialSection } from './partner-sections.tsx'
import { formFields, type PartnerValues } from './partner-values.ts'
import { TermsSection } from './terms-section.tsx'

type PartnerFormProps<Body> = {
  /** Under which what is typed is kept in this tab. */
  draftName: string
  /** What the form begins with: the same object at every render. */
  prefill: PartnerValues
  schema: z.ZodType<Body, PartnerValues>
  /** The ways of being reached that are stored, which the form may not offer. */
  stored?: { own: CommunicationMethod; marketing: CommunicationMethod }
  /** Fields above the others. */
  first?: ReactNode
  /** What stands before the buttons. */
  last?: ReactNode
  words: { save: string; saving: string }
  isSaving: boolean
  /** Fails when it is refused. */
  onSave: (body: Body) => Promise<unknown>
  /** Where the server refuses without naming a field: the one that its words belong to. */
  fieldOfConflict?: keyof PartnerValues
  handle: Ref<FormHandle>
}

/** What the dialog around the form asks of it. */
export type FormHandle = {
  /** Whether something in it is not saved. */
  isChanged: () => boolean
  /** What was typed need not be kept any more. */
  forget: () => void
}

/** All that staff say of a partner. What is typed survives a stray step until it is saved or thrown away. */
export function PartnerForm<Body>(props: PartnerFormProps<Body>) {
  const { draftName, prefill, schema, stored, first, last, words, isSaving, onSave, handle } = props
  const draft = useDraft(draftName, prefill)
  const form = useForm<PartnerValues, unknown, Body>({
    defaultValues: draft.initial,
    resolver: standardSchemaResolver<PartnerValues, unknown, Body>(schema),
    // The summary takes the focus.
    shouldFocusError: false,
  })
  const { store } = draft
  const { subscribe, getValues, reset } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => store(values) }),
    [subscribe, store],
  )
  useImperativeHandle(
    handle,
    () => ({
      isChanged: () => Object.keys(typedValues(getValues(), prefill)).length > 0,
      forget: () => clearDraft(draftName),
    }),
    [getValues, prefill, draftName],
  )

  const submit = form.handleSubmit(async (body) => {
    try {
      await onSave(body)
    } catch (error) {
      if (!(error instanceof ApiError)) return
      const messages: Record<string, string> =
        error.status === 409 && props.fieldOfConflict && error.serverMessage
          ? { [props.fieldOfConflict]: error.serverMessage }
          : error.fields
      for (const name of formFields) {
        if (messages[name]) form.setError(name, { message: messages[name] })
      }
    }
  })

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
        <FormErrorSummary fields={formFields} />
        <RestoredNote wasRestored={draft.wasRestored} onDiscard={() => reset(prefill)} />
        {first}
        <BasicSection stored={stored?.own} />
        <BusinessSection />
        <MarketingSection stored={stored?.marketing} />
        <SocialSection />
        <TermsSection />
        {last}
        <SubmitFooter isPending={isSaving} words={isSaving ? words.saving : words.save} />
      </form>
    </FormProvider>
  )
}

type RestoredNoteProps = { wasRestored: boolean; onDiscard: () => void }

/** Says that the form does not begin anew, and offers just that. */
function RestoredNote({ wasRestored, onDiscard }: RestoredNoteProps) {
  const [isShown, setShown] = useState(wasRestored)
  if (!isShown) return null
  return (
    <Alert tone="info" title="What you have entered before is filled in again">
      <Button
        size="small"
        className="mt-2"
        onClick={({ currentTarget }) => {
          onDiscard()
          // The button goes away with the message.
          currentTarget.form?.querySelector('input')?.focus()
          setShown(false)
        }}
      >
        Begin anew
      </Button>
    </Alert>
  )
}
