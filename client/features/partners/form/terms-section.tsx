import { type Term, termGroups } from '#client/domain/appendix-a-terms.ts'
import { FormInput, FormTextArea } from '#client/ui/form-fields.tsx'
import { FormPair, FormSection } from '#client/ui/form-section.tsx'
import { limits } from '#contract/fields.ts'

/** The terms that the partner's contract will begin with. */
export function TermsSection() {
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
