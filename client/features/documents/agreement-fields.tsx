import type { AgreementForm } from '#contract/documents/agreements/agreement.ts'
import { AgreementFieldInput } from './agreement-field-input.tsx'

type AgreementFieldsProps = {
  form: AgreementForm
  /** Told the name of the field that has the focus, or nothing when none has. */
  onActive: (name: string | undefined) => void
}

/** The fields of an agreement in their groups. */
export function AgreementFields({ form, onActive }: AgreementFieldsProps) {
  return (
    <div className="grid gap-6">
      {form.fieldGroups.map(({ heading, fields }) => (
        <fieldset key={heading} className="min-w-0">
          <legend className="mb-3 font-semibold text-15 tracking-heading">{heading}</legend>
          <div className="grid items-start gap-4 @md:grid-cols-2 @3xl:grid-cols-1">
            {fields.map((field) => (
              <AgreementFieldInput
                key={field.name}
                field={field}
                missingMessage={form.missingMessage}
                onActive={onActive}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
