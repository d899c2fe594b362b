import { type ComponentProps, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Control, FormProvider, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { AgreementPaper } from '#client/domain/agreements/agreement-paper.tsx'
import { DraftConflicts } from '#client/domain/drafts/draft-status.tsx'
import { type DraftSource, useSavedDraft } from '#client/domain/drafts/use-saved-draft.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { classNames } from '#client/ui/class-names.ts'
import { openForm } from '#contract/documents/agreed-terms.ts'
import { type Agreement, agreementFields } from '#contract/documents/agreements/agreement.ts'
import { formValues } from '#contract/documents/agreements/agreement-values.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { AgreedTerms } from './agreed-terms.tsx'
import { AgreementFields } from './agreement-fields.tsx'
import { useSignDocument } from './mutations.ts'
import { type FormValues, signingOf } from './signature.ts'
import { SigningFoot } from './signing-foot.tsx'
import { useReadToEnd } from './use-read-to-end.ts'
import { useReportedReading } from './use-reported-reading.ts'

type SigningFormProps = {
  document: PartnerDocument
  /** The text in force. The parent mounts a new form when the text changes. */
  agreement: Agreement
  userId: string
  /** The terms that the signer cannot change. The parent mounts a new form when they change. */
  agreed: FormValues
  prefill: FormValues
  source: DraftSource
  companyName: string
  /** Today's date by the server's clock, in the signer's zone. */
  today: string
  onSigned: () => void
}

type View = 'document' | 'details'

/** An agreement with the fields to fill in beside it, the consent and the button to sign. */
export function SigningForm({
  document,
  agreement,
  userId,
  agreed,
  prefill,
  source,
  companyName,
  today,
  onSigned,
}: SigningFormProps) {
  const name = document.documentName
  const [open] = useState(() => openForm(agreement, agreed))
  const schema = useMemo(() => formValues(open, today) as z.ZodType<FormValues, FormValues>, [open, today])
  const [activeField, setActiveField] = useState<string>()
  const [hasAgreed, setAgreed] = useState(false)
  const [view, setView] = useState<View>('document')
  const agreedRef = useRef<HTMLInputElement>(null)
  const detailsRef = useRef<HTMLDivElement>(null)
  const lastFieldRef = useRef<string>(undefined)
  const sign = useSignDocument(document.id)
  const reading = useReadToEnd(`read:${userId}:${JSON.stringify([document.id, agreement.version, agreed])}`)
  useReportedReading(document.id, agreement.version, reading.hasRead)
  const [begun] = useState(prefill)
  const draft = useSavedDraft(source, begun)
  const { form, formRef, submit } = useEditForm<FormValues, FormValues>({
    schema,
    record: null,
    valuesOf: () => begun,
    savedDraft: draft.form,
    fieldNames: Object.fromEntries(Object.keys(begun).map((field) => [`signatureData.${field}`, field])),
    save: async (values) => {
      if (!hasAgreed) return agreedRef.current?.focus()
      await draft.submit(() => sign.mutateAsync(signingOf(document, agreement, { ...values, ...agreed })))
      onSigned()
    },
  })

  const goToEnd = () => {
    flushSync(() => setView('document'))
    reading.goToEnd()
  }

  const handleActive = (name: string | undefined) => {
    setActiveField(name)
    if (name) lastFieldRef.current = name
  }

  /** @param last the field after which the search begins */
  const goToEmptyField = (last?: string) => {
    flushSync(() => setView('details'))
    const target =
      emptyFieldAfter(formRef.current, last) ?? (reading.hasRead ? agreedRef : detailsRef).current
    target?.focus()
  }

  const { errors, isSubmitted } = form.formState
  return (
    <FormProvider {...form}>
      {/* The form has no submit button: Enter in a field must not sign a legal document. */}
      <form ref={formRef} noValidate className="@container">
        <ViewSwitch view={view} onChange={setView} />
        <div className="grid @3xl:grid-cols-[minmax(0,1fr)_18rem] @4xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div
            className={classNames(
              'min-w-0 bg-sunken print:block',
              view === 'details' && '@max-3xl:not-print:hidden',
            )}
          >
            <LivePaper
              control={form.control}
              agreed={agreed}
              name={name}
              agreement={agreement}
              companyName={companyName}
              activeField={activeField}
            >
              <p
                ref={reading.endRef}
                tabIndex={-1}
                className="mt-8 scroll-mb-32 rounded-mark text-center font-sans text-13 text-muted"
              >
                {`End of the ${name}`}
              </p>
            </LivePaper>
          </div>
          <div
            ref={detailsRef}
            tabIndex={-1}
            className={classNames(
              'border-line px-4 py-5 outline-none sm:px-5 @3xl:border-l print:hidden',
              view === 'document' && '@max-3xl:hidden',
            )}
          >
            <DraftConflicts
              conflicts={draft.conflicts}
              labelOf={(field) =>
                agreementFields<string>(agreement).find(({ name }) => name === field)?.label ?? field
              }
              onChoose={(field, value) => {
                if (value !== undefined) form.setValue(field, value)
                draft.resolve(field)
              }}
            />
            {document.documentType === 'venue_partnership_agreement' && <AgreedTerms agreed={agreed} />}
            <AgreementFields
              agreement={agreement}
              open={open}
              agreed={agreed}
              companyName={companyName}
              today={today}
              onActive={handleActive}
            />
          </div>
        </div>
        <SigningFoot
          name={name}
          fieldCount={agreementFields(agreement).length}
          consent={{
            ref: agreedRef,
            checked: hasAgreed,
            onChange: ({ target }) => setAgreed(target.checked),
            error: isSubmitted && !hasAgreed ? 'Check the box to agree before signing' : undefined,
          }}
          problem={problemOf(errors, agreement)}
          draftState={draft.state}
          isPending={sign.isPending}
          hasRead={reading.hasRead}
          onGoToEnd={goToEnd}
          isReading={view === 'document'}
          onFillIn={() => goToEmptyField()}
          onNextEmpty={() => goToEmptyField(lastFieldRef.current)}
          onSign={() => submit()}
        />
      </form>
    </FormProvider>
  )
}

/** Returns the next field without a value, in the order of the page. The search continues at the beginning of the form. */
const emptyFieldAfter = (form: HTMLFormElement | null, last: string | undefined) => {
  const controls = [...(form?.querySelectorAll<HTMLInputElement>('fieldset :is(input, textarea)') ?? [])]
  const next = controls.findIndex(({ name }) => name === last) + 1
  return [...controls.slice(next), ...controls.slice(0, next)].find(({ value }) => value.trim() === '')
}

const problemOf = (errors: Record<string, { message?: string } | undefined>, agreement: Agreement) => {
  const messages = Object.values(errors).map((error) => error?.message)
  if (messages.includes(agreement.missingMessage)) return agreement.missingMessage
  return messages.length > 0 ? 'Correct the highlighted fields above' : undefined
}

const views: Record<View, string> = { document: 'Document', details: 'Details' }

/** Chooses between the agreement and its fields, on a screen that has no room for both. */
function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset
      aria-label="Show"
      data-form-tabs
      className="sticky top-(--header) z-10 grid grid-cols-2 border-line border-b bg-surface @3xl:hidden"
    >
      {(['document', 'details'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={view === each}
          onClick={() => onChange(each)}
          className={classNames(
            'min-h-11 border-b-2 font-medium text-15 focus-visible:-outline-offset-2',
            view === each ? 'border-accent text-accent' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {views[each]}
        </button>
      ))}
    </fieldset>
  )
}

type LivePaperProps = Omit<ComponentProps<typeof AgreementPaper>, 'values'> & {
  control: Control<FormValues>
  agreed: FormValues
}

/** The paper while it is being filled in: a component of its own, so that typing does not render the whole form. */
function LivePaper({ control, agreed, ...paper }: LivePaperProps) {
  const values = useWatch({ control })
  return (
    <AgreementPaper
      {...paper}
      values={{ ...values, ...agreed } as FormValues}
      className="max-h-[calc(100dvh-9rem)] scroll-mb-32 @3xl:sticky @3xl:top-(--header) @3xl:max-h-[calc(100dvh-9.5rem)] low:max-h-none"
    />
  )
}
