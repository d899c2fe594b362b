import CircleAlert from 'lucide-react/icons/circle-alert'
import type { MouseEvent } from 'react'

type ErrorSummaryProps = {
  title?: string
  /** In the order of the form; `id` is that of the field's control or group. */
  errors: { id: string; message: string }[]
}

const focusable = 'input, select, textarea, button'

// Defined once, so that React calls it when the summary comes, and not at every render of it.
const takeFocus = (summary: HTMLElement | null) => summary?.focus()

function goToField(event: MouseEvent, id: string) {
  // The address stays as it is: a hash in it would be a place of its own for the router and for Back.
  event.preventDefault()
  const field = document.getElementById(id)
  const control = field?.matches(focusable) ? field : field?.querySelector<HTMLElement>(focusable)
  control?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

/**
 * What has to be mended in a form, on top of it. Takes the focus when it appears: give it the number of the attempt as
 * its `key`, so that it does so after every one that fails.
 */
export function ErrorSummary({ title = 'There is a problem', errors }: ErrorSummaryProps) {
  return (
    <div
      ref={takeFocus}
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded-card border border-danger bg-danger-soft p-4 sm:p-5"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0">
        <h2 className="text-17">{title}</h2>
        <ul className="mt-1 touch:mt-0">
          {errors.map(({ id, message }) => (
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
