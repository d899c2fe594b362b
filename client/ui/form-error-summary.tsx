import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { ErrorSummary } from './error-summary.tsx'
import { formFieldId } from './form-fields.tsx'

type FormErrorSummaryProps = {
  /** Names of all fields, in the order of the screen. */
  fields: readonly string[]
}

/** What has to be mended in the form around it, after each attempt to send it that fails. */
export function FormErrorSummary({ fields }: FormErrorSummaryProps) {
  const { errors, isSubmitting, submitCount } = useFormContext<Record<string, string>>().formState
  const [mendedAttempt, setMendedAttempt] = useState(0)
  const problems = fields.flatMap((name) => {
    const message = errors[name]?.message
    return message ? [{ id: formFieldId(name), message }] : []
  })
  // Once all is mended the summary is gone for good: one that came back while somebody types would take the focus.
  if (problems.length === 0 && !isSubmitting && mendedAttempt !== submitCount) setMendedAttempt(submitCount)
  if (problems.length === 0 || mendedAttempt === submitCount) return null
  return <ErrorSummary key={submitCount} errors={problems} />
}
