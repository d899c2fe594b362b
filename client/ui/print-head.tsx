import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDateTime } from '#client/lib/format.ts'

/** The first line of a print: the product's name and when it was printed. It is hidden on the screen. */
export function PrintHead() {
  const [printedAt, setPrintedAt] = useState(() => new Date())
  useEffect(() => {
    const listeners = new AbortController()
    // The browser prints the page as it is right after the listeners, so the update must be synchronous.
    addEventListener('beforeprint', () => flushSync(() => setPrintedAt(new Date())), listeners)
    return () => listeners.abort()
  }, [])
  return (
    <p aria-hidden className="hidden border-line border-b pb-2 text-13 text-muted print:block">
      {`Partner Portal · Printed ${formatDateTime(printedAt)}`}
    </p>
  )
}
