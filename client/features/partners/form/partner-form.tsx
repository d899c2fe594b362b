import { type ReactNode, type Ref, useImperativeHandle, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { type Term, termGroups } from '#client/domain/appendix-a-terms.ts'
import type { EditForm } from '#client/lib/use-edit-form.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { EditConflict } from '#client/ui/edit-conflict.tsx'
import { SubmitFooter } from '#client/ui/form-dialog.tsx'
import { FormErrorSummary } from '#client/ui/form-error-summary.tsx'
import { FormInput, FormTextArea } from '#client/ui/form-fields.tsx'
import { FormPair, FormSection } from '#client/ui/form-section.tsx'
import { limits } from '#contract/fields.ts'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { ProfileInputs } from '../profile-inputs.tsx'
import { formFields, type PartnerValues } from './partner-values.ts'

/** The functions of the form that its dialog calls. */
export type FormHandle = Pick<EditForm<PartnerValues, unknown, AdminPartner>, 'isChanged'> & {
  /** Removes the draft after the form was saved or discarded. */
  forget: () => void
}

type PartnerFormProps<Body> = {
  edit: EditForm<PartnerValues, Body, AdminPartner>
  /** Fields above the others. */
  first?: ReactNode
  submitLabel: string
  isSaving: boolean
  handleRef: Ref<FormHandle>
}

/** All that staff enter of a partner. */
export function PartnerForm<Body>({ edit, first, submitLabel, isSaving, handleRef }: PartnerFormProps<Body>) {
  const { form, formRef, submit, record, draft, isChanged } = edit
  useImperativeHandle(handleRef, () => ({ isChanged, forget: draft.forget }), [isChanged, draft.forget])
  return (
    <FormProvider {...form}>
      <form ref={formRef} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
        <FormErrorSummary fields={formFields} />
        <RestoredNote wasRestored={draft.wasRestored} onDiscard={draft.discard} />
        {first}
        <ProfileInputs by="staff" stored={record} />
        <TermsSection />
        <EditConflict edit={edit} what="This partner" />
        <SubmitFooter isPending={isSaving} label={submitLabel} />
      </form>
    </FormProvider>
  )
}

type RestoredNoteProps = { wasRestored: boolean; onDiscard: () => void }

/** Shows that the form continues an earlier draft, and offers to start over. */
function RestoredNote({ wasRestored, onDiscard }: RestoredNoteProps) {
  const [isShown, setShown] = useState(wasRestored)
  if (!isShown) return null
  return (
    <Alert tone="info" title="Your unsaved entries were restored">
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
        Start over
      </Button>
    </Alert>
  )
}

/** The terms that the partner's contract will begin with. */
function TermsSection() {
  return (
    <FormSection
      stacked
      heading="Partnership Agreement (Appendix A)"
      note="Optional. The partner's contract begins with these terms."
    >
      {termGroups.map(({ heading, terms }) => (
        <fieldset key={heading} className="grid min-w-0 grid-cols-1 gap-3">
          <legend className="mb-3 text-13 text-muted">{heading}</legend>
          <FormPair>
            {terms.map((term) => (
              <TermInput key={term.name} term={term} />
            ))}
          </FormPair>
        </fieldset>
      ))}
    </FormSection>
  )
}

function TermInput({ term: { name, label, hint, kind } }: { term: Term }) {
  if (kind === 'long-text') {
    return (
      <div className="sm:col-span-2">
        <FormTextArea name={name} label={label} hint={hint} maxLength={limits.term} />
      </div>
    )
  }
  return (
    <FormInput
      name={name}
      label={label}
      hint={hint}
      maxLength={limits.term}
      autoComplete="off"
      {...(kind === 'date' && { type: 'date', min: '1900-01-01', max: '2199-12-31' })}
    />
  )
}
