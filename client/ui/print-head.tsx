import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDateTime } from '#client/lib/format.ts'
import { useIsHydrated } from '#client/lib/use-is-hydrated.ts'

/** The first line on paper: whose it is and when it was printed. On the screen it does not show. */
export function PrintHead() {
  const [printedAt, setPrintedAt] = useState(() => new Date())
  useEffect(() => {
    const listeners = new AbortController()
    // The browser draws the page as it is when its listeners have ended.
    addEventListener('beforeprint', () => flushSync(() => setPrintedAt(new Date())), listeners)
    return () => listeners.abort()
  }, [])
  // The server does not know the zone.
  if (!useIsHydrated()) return null
  return (
    <p aria-hidden className="hidden border-line border-b pb-2 text-13 text-muted print:block">
      {`Partner Portal · Printed ${formatDateTime(printedAt)}`}
    </p>
  )
}
