import { CircleAlert } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { formFieldId } from './form-fields.tsx'

type FormErrorSummaryProps = {
  /** The names of all fields, in the order of the screen. */
  fields: readonly string[]
}

/** Lists the errors of the surrounding form and takes the focus after each failed attempt to submit the form. */
export function FormErrorSummary({ fields }: FormErrorSummaryProps) {
  const { errors, isSubmitting, submitCount } = useFormContext<Record<string, string>>().formState
  const [correctedAttempt, setCorrectedAttempt] = useState(0)
  const problems = fields.flatMap((name) => {
    const message = errors[name]?.message
    return message ? [{ id: formFieldId(name), message }] : []
  })
  // After everything is corrected, the summary stays hidden. If it came back while the user types, it would take the focus.
  if (problems.length === 0 && !isSubmitting && correctedAttempt !== submitCount)
    setCorrectedAttempt(submitCount)
  if (problems.length === 0 || correctedAttempt === submitCount) return null
  return (
    <div
      key={submitCount}
      ref={focusProblem}
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded-card border border-danger bg-danger-soft p-4 sm:p-5"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0">
        <h2 className="text-17">There is a problem</h2>
        <ul className="mt-1 touch:mt-0">
          {problems.map(({ id, message }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => goToField(event, id)}
                className="inline-block py-0.5 font-medium text-danger underline underline-offset-3 touch:py-2.5"
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/**
 * Moves the focus to the summary; on a phone, whose screen the summary would fill, to the first invalid field. Screen readers announce
 * the list in either case. This ref callback is outside the component, so that React calls it only once for each attempt.
 */
const focusProblem = (summary: HTMLElement | null) => {
  if (!summary) return
  const isPhone = matchMedia('(width < 40rem)').matches
  const field = isPhone ? controlOf(summary.querySelector('a')?.hash.slice(1) ?? '') : null
  if (!field) return summary.focus()
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}

const focusable = 'input, select, textarea, button'

/** Returns the control of a field, or the first control of a group. */
const controlOf = (id: string) => {
  const field = document.getElementById(id)
  return field?.matches(focusable) ? field : field?.querySelector<HTMLElement>(focusable)
}

function goToField(event: MouseEvent, id: string) {
  // A hash would change the address, which the router and Back would treat as another page.
  event.preventDefault()
  controlOf(id)?.focus({ preventScroll: true })
  document.getElementById(id)?.scrollIntoView({ block: 'center' })
}
