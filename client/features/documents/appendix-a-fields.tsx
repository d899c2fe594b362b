import { useFormContext } from 'react-hook-form'
import { type Term, termGroups } from '#client/domain/appendix-a-terms.ts'
import { Field } from '#client/ui/field.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { limits } from '#contract/fields.ts'
import type { AppendixAField } from '#contract/partners/profile.ts'

/** The terms that are filled in for the partner, grouped as in the agreement's own form. All are optional. */
export function AppendixAFields() {
  return (
    <div className="grid gap-6 border-line border-t pt-5">
      <div>
        <h3 className="text-17">Terms (Appendix A)</h3>
        <p className="mt-1 text-13 text-muted">
          All optional. They are filled in for the partner, who completes the rest.
        </p>
      </div>
      {termGroups.map(({ heading, terms }) => (
        <fieldset key={heading} className="min-w-0">
          <legend className="mb-3 font-semibold text-15 tracking-heading">{heading}</legend>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {terms.map((term) => (
              <TermField key={term.name} term={term} />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

function TermField({ term: { name, label, hint, kind, maxLength } }: { term: Term }) {
  const { register, formState } = useFormContext<{ appendixA: Record<AppendixAField, string> }>()
  const control = register(`appendixA.${name}`)
  const error = formState.errors.appendixA?.[name]?.message
  if (kind === 'long-text') {
    return (
      <div className="sm:col-span-2">
        <Field label={label} hint={hint} error={error}>
          <TextArea maxLength={maxLength} {...control} />
        </Field>
      </div>
    )
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {kind === 'date' ? (
        <TextInput type="date" min="1900-01-01" max="2199-12-31" {...control} />
      ) : (
        <TextInput
          autoComplete="off"
          // A number may be written as text, such as "two weeks"; text must fit the partner's form.
          maxLength={kind === 'number' ? limits.term : maxLength}
          {...control}
        />
      )}
    </Field>
  )
}
