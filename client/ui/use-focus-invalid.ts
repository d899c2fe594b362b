import { useEffect, useRef } from 'react'

/**
 * For a form without an error summary: focuses the first invalid field, in the order of the page, after each attempt to
 * submit it.
 * @param attempt the number of the attempt
 */
export function useFocusInvalid(attempt: number) {
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempt > 0) formRef.current?.querySelector<HTMLElement>(invalidControls)?.focus()
  }, [attempt])
  return formRef
}

const invalidControls = ['input', 'select', 'textarea']
  .map((control) => `${control}[aria-invalid=true]`)
  .join(',')
