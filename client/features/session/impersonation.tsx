import { useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { changeViewer, currentUserPath } from '#client/domain/current-user.ts'
import { personName } from '#client/domain/person-name.ts'
import { call } from '#client/lib/api.ts'
import { formatDateTime, formatTime } from '#client/lib/format.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { MenuItem } from '#client/ui/menu.tsx'
import type { CurrentUser } from '#contract/session/session.ts'

/**
 * Shows staff the portal as a person of a partner sees it, until they stop or an hour has passed. Meanwhile nothing can be changed.
 * Without `userId`, the person is the owner.
 */
const useViewAs = (partnerId: string) =>
  useImpersonationChange(
    (body: { userId?: string }) =>
      call('POST /api/admin/partners/:partnerId/view', { params: { partnerId }, body }),
    {
      address: '/',
      failure: 'The portal could not be opened as this partner',
    },
  )

type ViewAsItemProps = {
  partnerId: string
  /** The person; the owner if left out. */
  userId?: string
}

/** An item of a menu that shows staff the portal as a person of a partner sees it, read-only. */
export function ViewAsItem({ partnerId, userId }: ViewAsItemProps) {
  const { mutate: start } = useViewAs(partnerId)
  return (
    <MenuItem icon={Eye} onSelect={() => start(userId ? { userId } : {})}>
      {userId ? 'View as this person' : 'View as partner'}
    </MenuItem>
  )
}

type ViewingBannerProps = { user: CurrentUser; viewing: NonNullable<CurrentUser['viewing']> }

/** Shows on every screen as whom the session views the portal, and until when. Its button stops that and returns to the partner. */
export function ViewingBanner({ user, viewing: { partner, until } }: ViewingBannerProps) {
  const isOwner = user.partners.some(({ id, role }) => id === partner.id && role === 'owner')
  const name = isOwner ? partner.fullName : `${personName(user)} of ${partner.businessName}`
  const { mutate: stop, isPending } = useImpersonationChange(
    () => call('POST /api/view-as-partner/stop', {}),
    {
      address: `/?${new URLSearchParams({ partner: partner.id })}`,
      failure: 'Viewing could not be stopped. Check your connection and try again.',
    },
  )
  useReadUserAtEnd(until)
  return (
    <section
      data-above-header
      aria-label="View as partner"
      className="border-line border-b bg-caution-soft px-4 sm:px-6 lg:pr-20 xl:pl-20"
    >
      <div className="mx-auto flex min-h-12 max-w-page items-center gap-3 py-1.5">
        <Eye aria-hidden className="size-4 shrink-0 text-caution" />
        {/* Only the name is truncated. */}
        <p className="flex min-w-0 gap-x-1 text-13 max-sm:flex-1 max-sm:flex-wrap">
          <span className="shrink-0">You're viewing the portal as</span>{' '}
          <strong className="min-w-0 truncate font-semibold" title={name}>
            {name}
          </strong>{' '}
          <span className="shrink-0">
            · read-only · until{' '}
            <time dateTime={until} title={formatDateTime(until)}>
              {formatTime(until)}
            </time>
          </span>
        </p>
        {/* The button is not at the end: when the banner goes away, the second press of a double click would hit Logout. */}
        <Button size="small" pending={isPending} onClick={() => stop()}>
          Stop viewing
        </Button>
      </div>
    </section>
  )
}

// The clock of the server decides. A browser whose clock is ahead reads the user too early, so it repeats the read at this interval.
const readAgainMs = 10_000

/** Reads the user when viewing ends: the session then belongs to staff again, and the screen of the partner would show data for staff. */
const useReadUserAtEnd = (until: string) => {
  const client = useQueryClient()
  useEffect(() => {
    const readUser = () => {
      timer = setTimeout(readUser, readAgainMs)
      void client.invalidateQueries({ queryKey: [currentUserPath] })
    }
    let timer = setTimeout(readUser, Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [client, until])
}

/** Starts or stops viewing the portal as a partner, and goes to the screen that follows. */
const useImpersonationChange = <Variables = void>(
  send: (variables: Variables) => Promise<void>,
  { address, failure }: { address: string; failure: string },
) => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useEndpointMutation<Variables, void>(send, {
    failure,
    onSuccess: async () => {
      await changeViewer(client)
      navigate(address)
    },
  })
}
