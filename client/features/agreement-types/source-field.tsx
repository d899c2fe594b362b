import { useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field, Select, TextArea } from '#client/ui/field.tsx'
import { formFieldId } from '#client/ui/form-fields.tsx'
import { type AgreementForm, agreementFields } from '#contract/documents/agreements/agreement.ts'
import { maxSourceLength } from '#contract/limits.ts'
import type { DraftValues } from './draft.ts'

/** The source of the text, with a menu that inserts fields into it. */
export function SourceField({ fields }: { fields: AgreementForm }) {
  const { register, formState } = useFormContext<DraftValues>()
  const textRef = useRef<HTMLTextAreaElement>(null)
  const { ref, ...control } = register('source')

  const insert = (name: string) => {
    const text = textRef.current
    if (!text || !name) return
    text.focus()
    // The text is inserted as if it were typed, so that the user can undo it and the form notices the change.
    document.execCommand('insertText', false, `{{${name}}}`)
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <Field
        id={formFieldId('source')}
        label="Source"
        required
        hint={
          <>
            An empty line ends a paragraph. Begin it with <code># </code>for the title, <code>## 1. </code>for
            a heading, <code>1.1 </code>for a clause, <code>(a) </code>for a list, <code>- Label: </code>for a
            line of terms and <code>&gt; Label: </code>for a line of the signature.
          </>
        }
        error={formState.errors.source?.message}
      >
        <TextArea
          rows={18}
          maxLength={maxSourceLength}
          spellCheck
          className="max-h-[70dvh] font-serif"
          {...control}
          ref={(element) => {
            ref(element)
            textRef.current = element
          }}
        />
      </Field>
      <Field label="Insert a field">
        <Select value="" onChange={({ target }) => insert(target.value)} className="max-w-80">
          <option value="">Choose a field</option>
          <option value="companyName">Our company</option>
          {agreementFields(fields).map(({ name, label }) => (
            <option key={name} value={name}>
              {label || name}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
