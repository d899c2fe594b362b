import { useId, useMemo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { dateRange } from '#contract/date-range.ts'
import type { TermAnswers, TermName, TermQuestions } from '#contract/obligations/terms.ts'
import { useAnswerTerms } from './mutations.ts'
import { type TermValues, termLooks, termSchema, valuesOfAnswers } from './term-form.ts'

type TermsDialogProps = DialogOpening & { documentId: string; questions: TermQuestions }

/** Asks staff what terms of a signed agreement mean that could not be read, and shows what they have answered. */
export function TermsDialog({ documentId, questions: opened, ...opening }: TermsDialogProps) {
  const [{ asked, answered, answers }, setQuestions] = useState(opened)
  const { mutateAsync: answer } = useAnswerTerms(documentId)
  const terms = useMemo(() => {
    const unanswered = asked.map(({ name }) => name)
    const names = Object.keys(termLooks) as TermName[]
    return names.filter((name) => unanswered.includes(name) || answers[name] !== undefined)
  }, [asked, answers])
  const edit = useEditForm<TermValues, TermAnswers, TermQuestions>({
    schema: useMemo(() => termSchema(terms), [terms]),
    record: opened,
    valuesOf: (record) => valuesOfAnswers(record?.answers ?? {}),
    save: (body, record) => answer({ ...body, ...(record?.updatedAt && { updatedAt: record.updatedAt }) }),
    reload: () => call('GET /api/admin/documents/:id/terms', { params: { id: documentId } }),
    onReloaded: setQuestions,
    fieldNames: { eventDates: 'firstDay' },
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="Terms that could not be read"
      description="Say what they mean. What was signed stays as it is; the dates and amounts to keep follow from your answers."
      submitLabel="Save answers"
      pendingLabel="Saving..."
    >
      {terms.map((name) => (
        <Term
          key={name}
          name={name}
          text={[...asked, ...answered].find((each) => each.name === name)?.text.trim()}
        />
      ))}
    </EditDialog>
  )
}

/** A term with what was signed, the field that fits it, and a checkbox for a term that does not apply. */
function Term({ name, text }: { name: TermName; text: string | undefined }) {
  const { register } = useFormContext<TermValues>()
  const isWithout = useWatch<TermValues>({ name: `without.${name}` }) === true
  const id = useId()
  const { label } = termLooks[name]
  return (
    <fieldset aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-1.5">
      <p id={id} className="text-13 text-muted">
        <span className="sr-only">{`${label}. `}</span>
        {text ? `They wrote “${text}”` : 'They left it empty'}
      </p>
      <TermInput name={name} disabled={isWithout} />
      <Checkbox {...register(`without.${name}`)} label="Does not apply" />
    </fieldset>
  )
}

function TermInput({ name, disabled }: { name: TermName; disabled: boolean }) {
  const { label, kind } = termLooks[name]
  if (kind === 'dates') {
    return (
      <FormPair>
        <FormInput
          name="firstDay"
          label="First day of the event"
          type="date"
          {...dateRange}
          disabled={disabled}
        />
        <FormInput
          name="lastDay"
          label="Last day of the event"
          type="date"
          hint="Leave empty for one day"
          {...dateRange}
          disabled={disabled}
        />
      </FormPair>
    )
  }
  const shape =
    kind === 'time'
      ? { type: 'time' }
      : {
          inputMode: kind === 'money' || kind === 'percent' ? ('decimal' as const) : ('numeric' as const),
          autoComplete: 'off',
          maxLength: 20,
          className: 'tabular-nums',
        }
  return <FormInput name={name} label={label} {...shape} disabled={disabled} />
}
