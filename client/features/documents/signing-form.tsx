import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef, useState } from 'react'
import { type Control, FormProvider, useForm, useWatch } from 'react-hook-form'
import { clearDraft, useDraft } from '#client/lib/draft.ts'
import type { Agreement } from '#contract/documents/agreements/agreement.ts'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { AgreementFields } from './agreement-fields.tsx'
import { AgreementPaper } from './agreement-paper.tsx'
import { agreementPrefill, type FormValues } from './agreement-prefill.ts'
import { useSignDocument } from './queries.ts'
import { signingOf, valuesSchemas } from './signature.ts'
import { SigningFoot } from './signing-foot.tsx'

type SigningFormProps = {
  document: PartnerDocument
  profile: PartnerProfile
  companyName: string
  onSigned: () => void
}

/** An agreement with the fields to fill in beside it, the consent and the button to sign. */
export function SigningForm({ document, profile, companyName, onSigned }: SigningFormProps) {
  const agreement = agreements[document.documentType]
  const draftName = `agreement:${profile.userId}:${document.id}`
  const [prefill] = useState(() => agreementPrefill(document, profile, new Date()))
  const { initial, isSaved, store } = useDraft(draftName, prefill)
  const [activeField, setActiveField] = useState<string>()
  const [agreed, setAgreed] = useState(false)
  const agreedBox = useRef<HTMLInputElement>(null)
  const sign = useSignDocument()

  const form = useForm<FormValues>({
    defaultValues: initial,
    resolver: standardSchemaResolver<FormValues, unknown, FormValues>(valuesSchemas[document.documentType]),
  })
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => store(values) }),
    [subscribe, store],
  )

  const handleSign = form.handleSubmit(async (values) => {
    if (!agreed) return agreedBox.current?.focus()
    const signed = await sign.mutateAsync(signingOf(document, values)).catch(() => undefined)
    if (!signed) return
    clearDraft(draftName)
    onSigned()
  })

  const { errors, isSubmitted } = form.formState
  return (
    <FormProvider {...form}>
      {/* Nothing in it submits: a legal document is not signed because somebody presses Enter in a field. */}
      <form noValidate className="@container">
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
          problem={problemOf(errors, agreement)}
          agreed={agreed}
          onAgreed={setAgreed}
          agreedError={isSubmitted && !agreed ? 'Tick the box to agree before you sign' : undefined}
          agreedRef={agreedBox}
          saved={isSaved}
          pending={sign.isPending}
          onSign={handleSign}
        />
      </form>
    </FormProvider>
  )
}

const problemOf = (errors: Record<string, { message?: string } | undefined>, agreement: Agreement) => {
  const messages = Object.values(errors).map((error) => error?.message)
  if (messages.includes(agreement.missingMessage)) return agreement.missingMessage
  return messages.length > 0 ? 'Correct the marked fields above' : undefined
}

type LivePaperProps = {
  control: Control<FormValues>
  agreement: Agreement
  companyName: string
  activeField: string | undefined
}

/** The paper as it is being filled in. Apart, so that a letter typed draws the paper and not the form. */
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
