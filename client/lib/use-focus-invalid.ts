import { useEffect, useRef } from 'react'

/**
 * For a form without an error summary: moves the focus to the first field with a fault, in the order of the page, after each
 * attempt to send it.
 * @param attempt the number of the attempt
 */
export function useFocusInvalid(attempt: number) {
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempt > 0) formRef.current?.querySelector<HTMLElement>(invalid)?.focus()
  }, [attempt])
  return formRef
}

const invalid = ['input', 'select', 'textarea'].map((control) => `${control}[aria-invalid=true]`).join(',')
