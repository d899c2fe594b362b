import { FormInput, FormTextArea } from '#client/ui/form-fields.tsx'
import { FormPair, FormSection } from '#client/ui/form-section.tsx'
import { dateRange } from '#contract/date-range.ts'
import { limits } from '#contract/limits.ts'
import { type Term, termGroups } from './appendix-a-terms.ts'

/** The form fields for the initial terms of a partner's contract, all optional. */
export function TermsSection() {
  return (
    <FormSection
      stacked
      heading="Partnership Agreement (Appendix A)"
      note="Optional. The partner signs these terms as they are and fills in the rest."
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

function TermInput({ term: { name, label, hint, kind, maxLength } }: { term: Term }) {
  if (kind === 'long-text') {
    return (
      <div className="sm:col-span-2">
        <FormTextArea name={name} label={label} hint={hint} maxLength={maxLength} />
      </div>
    )
  }
  return (
    <FormInput
      name={name}
      label={label}
      hint={hint}
      // A number may be written as text, such as "two weeks"; text must fit the partner's form.
      maxLength={kind === 'number' ? limits.term : maxLength}
      autoComplete="off"
      {...(kind === 'date' && { type: 'date', ...dateRange })}
    />
  )
}
