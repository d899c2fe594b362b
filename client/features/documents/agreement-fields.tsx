import type { ComponentProps } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Segments } from '#client/domain/agreements/agreement-paper.tsx'
import { Field, TextArea, TextInput } from '#client/ui/field.tsx'
import { dateRange } from '#contract/date-range.ts'
import type {
  Agreement,
  AgreementField,
  AgreementForm,
  NumberUnit,
} from '#contract/documents/agreements/agreement.ts'
import { drawAgreement } from '#contract/documents/agreements/draw-agreement.ts'
import { isSignatureDate, signatureDays } from '#contract/documents/agreements/signature-days.ts'
import type { FormValues } from './signature.ts'

type AgreementFieldsProps = {
  agreement: Agreement
  /** The fields that the signer fills in. */
  open: AgreementForm
  /** The values of the other fields, which are agreed. */
  agreed: FormValues
  companyName: string
  /** Today's date by the server's clock. */
  today: string
  /** Called with the name of the focused field, or undefined if none has the focus. */
  onActive: (name: string | undefined) => void
}

/** The fields of an agreement in their groups. */
export function AgreementFields({ agreement, open, onActive, ...text }: AgreementFieldsProps) {
  return (
    <div className="grid gap-6">
      {open.fieldGroups.map(({ heading, fields }) => (
        <fieldset
          key={heading}
          onFocus={({ target }) => onActive(target.getAttribute('name') ?? undefined)}
          onBlur={() => onActive(undefined)}
          className="min-w-0"
        >
          <legend className="mb-3 font-semibold text-15 tracking-heading">{heading}</legend>
          <div className="grid items-start gap-4 @md:grid-cols-2 @3xl:grid-cols-1">
            {fields.map((field, index) => (
              <AgreementFieldInput
                key={field.name}
                field={field}
                // If several fields fill the same sentence, only the first of them shows it.
                sentence={sentenceOf(agreement, field, fields.slice(0, index))}
                agreement={agreement}
                {...text}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

const numberInputs: Record<NumberUnit, ComponentProps<'input'>> = {
  days: { inputMode: 'numeric', step: 1 },
  guests: { inputMode: 'numeric', step: 1 },
  dollars: { inputMode: 'decimal', step: 0.01 },
  percent: { inputMode: 'decimal', step: 'any', max: 100 },
}

const inputOf = (field: AgreementField, today: string): ComponentProps<'input'> => {
  if (field.kind === 'date') {
    return { type: 'date', ...(isSignatureDate(field) ? signatureDays(today) : dateRange) }
  }
  if (field.kind === 'number') return { type: 'number', min: 0, ...numberInputs[field.unit] }
  return { maxLength: field.maxLength, autoComplete: field.autoComplete ?? 'off' }
}

type AgreementFieldInputProps = Omit<AgreementFieldsProps, 'open' | 'onActive'> & {
  field: AgreementField
  sentence: Sentence | undefined
}

/** One field of an agreement, with the control for its kind. */
function AgreementFieldInput({ field, sentence, today, ...text }: AgreementFieldInputProps) {
  const { register, formState } = useFormContext<FormValues>()
  const message = formState.errors[field.name]?.message
  return (
    <div className="min-w-0">
      <Field
        label={field.label}
        required
        hint={field.hint}
        // The message of a missing value is shown once for the whole form.
        error={message === text.agreement.missingMessage ? 'Required' : message}
      >
        {field.kind === 'long-text' ? (
          <TextArea rows={4} maxLength={field.maxLength} {...register(field.name)} />
        ) : (
          <TextInput
            {...inputOf(field, today)}
            // The mouse wheel changes a focused number field, and scrolling must not change a fee.
            onWheel={field.kind === 'number' ? (event) => event.currentTarget.blur() : undefined}
            {...register(field.name)}
          />
        )}
      </Field>
      {sentence && <FilledSentence field={field} sentence={sentence} {...text} />}
    </div>
  )
}

type Sentence = { number: string | undefined; text: string }

const prose = ['clause', 'item', 'paragraph']

/** Returns the sentence of the agreement that a field fills, with its slots; undefined if one of the `others` fills it, too. */
const sentenceOf = (
  { blocks }: Agreement,
  { name }: AgreementField,
  others: readonly AgreementField[],
): Sentence | undefined => {
  const slot = `{{${name}}}`
  const block = blocks.find(({ kind, text }) => prose.includes(kind) && text.includes(slot))
  const text = block?.text.split(/(?<=[.;:”]) (?=[A-Z“])/).find((sentence) => sentence.includes(slot))
  if (!block || !text || others.some((other) => text.includes(`{{${other.name}}}`))) return undefined
  return { number: block.number, text }
}

type FilledSentenceProps = Omit<AgreementFieldInputProps, 'sentence' | 'today'> & { sentence: Sentence }

/** Shows the sentence that the field fills, for screens on which the agreement is not beside the fields. */
function FilledSentence({ field, sentence, agreement, agreed, companyName }: FilledSentenceProps) {
  const values = useWatch<FormValues>() as FormValues
  const [drawn] = drawAgreement(
    { ...agreement, blocks: [{ kind: 'paragraph', text: sentence.text }] },
    { ...values, ...agreed },
    companyName,
  )
  return (
    <p className="mt-1.5 border-line border-l-2 pl-2.5 font-serif text-13 text-muted @3xl:hidden">
      {sentence.number && `${sentence.number} `}
      {drawn && <Segments segments={drawn.segments} activeField={field.name} />}
    </p>
  )
}
