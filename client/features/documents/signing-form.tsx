import { type ComponentProps, useId, useRef, useState } from 'react'
import { type Control, FormProvider, useWatch } from 'react-hook-form'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog, DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import { FieldError } from '#client/ui/field.tsx'
import type { Agreement } from '#contract/documents/agreements/agreement.ts'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { AgreementFields } from './agreement-fields.tsx'
import { AgreementPaper } from './agreement-paper.tsx'
import { agreementPrefill, type FormValues } from './agreement-prefill.ts'
import { useSignDocument } from './mutations.ts'
import { signingOf, valuesSchemas } from './signature.ts'

type SigningFormProps = {
  document: PartnerDocument
  profile: PartnerProfile
  companyName: string
  onSigned: () => void
}

/** An agreement with the fields to fill in beside it, the consent and the button to sign. */
export function SigningForm({ document, profile, companyName, onSigned }: SigningFormProps) {
  const agreement = agreements[document.documentType]
  const [activeField, setActiveField] = useState<string>()
  const [hasAgreed, setAgreed] = useState(false)
  const agreedRef = useRef<HTMLInputElement>(null)
  const sign = useSignDocument(document.id)
  const { form, formRef, submit, draft } = useEditForm<FormValues, FormValues>({
    schema: valuesSchemas[document.documentType],
    record: null,
    valuesOf: () => agreementPrefill(document, profile, new Date()),
    draftName: `agreement:${profile.userId}:${document.id}`,
    save: async (values) => {
      if (!hasAgreed) return agreedRef.current?.focus()
      await sign.mutateAsync(signingOf(document, values))
      draft.forget()
      onSigned()
    },
  })

  const { errors, isSubmitted } = form.formState
  return (
    <FormProvider {...form}>
      {/* Nothing in it submits: Enter in a field must not sign a legal document. */}
      <form ref={formRef} noValidate className="@container">
        <div className="grid @3xl:grid-cols-[minmax(0,1fr)_18rem] @4xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0 bg-sunken">
            <LivePaper
              control={form.control}
              agreement={agreement}
              companyName={companyName}
              activeField={activeField}
            />
          </div>
          <div
            className={
              'order-first border-line px-4 py-5 max-@3xl:border-b sm:px-5 @3xl:order-last @3xl:border-l ' +
              '[&_input]:scroll-mt-20 [&_input]:scroll-mb-64 [&_textarea]:scroll-mt-20 [&_textarea]:scroll-mb-64'
            }
          >
            <AgreementFields form={agreement} onActive={setActiveField} />
          </div>
        </div>
        <SigningFoot
          consent={{
            ref: agreedRef,
            checked: hasAgreed,
            onChange: ({ target }) => setAgreed(target.checked),
            error: isSubmitted && !hasAgreed ? 'Check the box to agree before signing' : undefined,
          }}
          problem={problemOf(errors, agreement)}
          isSaved={draft.isSaved}
          isPending={sign.isPending}
          onSign={() => submit()}
        />
      </form>
    </FormProvider>
  )
}

const problemOf = (errors: Record<string, { message?: string } | undefined>, agreement: Agreement) => {
  const messages = Object.values(errors).map((error) => error?.message)
  if (messages.includes(agreement.missingMessage)) return agreement.missingMessage
  return messages.length > 0 ? 'Correct the highlighted fields above' : undefined
}

type LivePaperProps = Omit<ComponentProps<typeof AgreementPaper>, 'values'> & { control: Control<FormValues> }

/** The paper while it is being filled in: a component of its own, so that typing does not render the whole form. */
function LivePaper({ control, ...paper }: LivePaperProps) {
  const values = useWatch({ control })
  return (
    <AgreementPaper
      {...paper}
      values={values as FormValues}
      className="max-h-[60dvh] @3xl:sticky @3xl:top-14 @3xl:max-h-[calc(100dvh-9.5rem)]"
    />
  )
}

type SigningFootProps = {
  /** The checkbox of the consent. */
  consent: Pick<ComponentProps<typeof Checkbox>, 'ref' | 'checked' | 'onChange' | 'error'>
  /** Why it cannot be signed yet, shown at the button. */
  problem: string | undefined
  isSaved: boolean
  isPending: boolean
  onSign: () => void
}

/** The consent and the button to sign, always visible at the lower edge of the page. */
function SigningFoot({ consent, problem, isSaved, isPending, onSign }: SigningFootProps) {
  const problemId = useId()
  return (
    <footer className="sticky bottom-(--bottom-bar) z-10 grid gap-1 border-line border-t bg-surface px-4 py-2 sm:px-5 sm:py-3">
      <Checkbox
        {...consent}
        label={<span className="block max-sm:text-13">{electronicConsent.checkboxLabel}</span>}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <ConsentDialog />
        <div className="min-w-0 text-13 max-sm:order-last max-sm:w-full sm:ml-auto">
          <div role="alert">{problem && <FieldError id={problemId}>{problem}</FieldError>}</div>
          <p role="status" className="text-muted">
            {isSaved && !problem && 'Saved on this device'}
          </p>
        </div>
        <Button
          variant="primary"
          pending={isPending}
          onClick={onSign}
          aria-describedby={problem ? problemId : undefined}
          className="max-sm:ml-auto"
        >
          {isPending ? 'Signing...' : 'Sign Document'}
        </Button>
      </div>
    </footer>
  )
}

/** The consent to sign electronically, in full, behind the button that names it. */
function ConsentDialog() {
  return (
    <Dialog
      title={electronicConsent.title}
      size="wide"
      isReadOnly
      trigger={
        <button type="button" className="rounded-mark text-13 text-link touch:min-h-11">
          Read the consent
        </button>
      }
    >
      <div className="grid gap-3 pb-5 font-serif">
        {electronicConsent.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <DialogFooter>
        <DialogClose>
          <Button variant="primary">Done</Button>
        </DialogClose>
      </DialogFooter>
    </Dialog>
  )
}
