import { useQueryClient } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import { useEffect } from 'react'
import { currentUserPath } from '#client/domain/current-user.ts'
import { formatTime } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { useStopImpersonation } from './impersonation.ts'

type Viewing = NonNullable<CurrentUser['viewing']>

/** Says on every screen that it is seen with a partner's eyes, until when, and leads back. */
export function ViewingBanner({ viewing: { partner, until } }: { viewing: Viewing }) {
  const { mutate: stop, isPending } = useStopImpersonation(partner.id)
  useAskAtEnd(until)
  return (
    <section
      data-above-header
      aria-label="View as partner"
      className="border-line border-b bg-caution-soft px-4 sm:px-6"
    >
      <div className="mx-auto flex min-h-12 max-w-page items-center gap-3 py-1.5">
        <Eye aria-hidden className="size-4 shrink-0 text-caution" />
        {/* However long the name is, the rest can be read. */}
        <p className="flex min-w-0 gap-x-1 text-13 max-sm:flex-1 max-sm:flex-wrap">
          <span className="shrink-0">You are viewing the portal as</span>{' '}
          <strong className="min-w-0 truncate font-semibold" title={partner.fullName}>
            {partner.fullName}
          </strong>{' '}
          <span className="shrink-0">
            · read-only · until <time dateTime={until}>{formatTime(until)}</time>
          </span>
        </p>
        {/* Not at the end: when the banner goes, Logout would come to lie there, under the second press of a double click. */}
        <Button size="small" pending={isPending} onClick={() => stop()}>
          Stop viewing
        </Button>
      </div>
    </section>
  )
}

// The server's clock decides: where this one is ahead, it is asked again.
const askAgainMillis = 10_000

/** After the end the session is that of staff again: whatever a partner's screen read then would be wrong. */
const useAskAtEnd = (until: string) => {
  const client = useQueryClient()
  useEffect(() => {
    const ask = () => {
      timer = setTimeout(ask, askAgainMillis)
      void client.invalidateQueries({ queryKey: [currentUserPath] })
    }
    let timer = setTimeout(ask, Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [client, until])
}
