import { useEffect, useRef } from 'react'

/**
 * For a form without an error summary: takes the focus to the first field with a fault, in the order of the page, after each
 * attempt to send it.
 * @param attempt the number of the attempt
 */
export function useFocusInvalid(attempt: number) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>(faulty)?.focus()
  }, [attempt])
  return form
}

const faulty = ['input', 'select', 'textarea'].map((control) => `${control}[aria-invalid=true]`).join(',')
