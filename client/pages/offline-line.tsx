import { WifiOff } from 'lucide-react'
import { useIsOffline } from '#client/lib/connection.ts'

/** A line below the header that says that the browser is offline. */
export function OfflineLine() {
  const isOffline = useIsOffline()
  return (
    <div role="status" className="bg-caution-soft text-13 empty:hidden">
      {isOffline && (
        <p className="mx-auto flex max-w-page items-center gap-2 px-4 py-1.5 sm:px-6">
          <WifiOff aria-hidden className="size-4 shrink-0 text-caution" />
          You're offline. This may be out of date.
        </p>
      )}
    </div>
  )
}
