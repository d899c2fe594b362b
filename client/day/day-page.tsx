import { CalendarX, CloudOff, LogIn } from 'lucide-react'
import { useEffect } from 'react'
import { knownZone } from '#client/domain/time-zones.ts'
import { useIsOffline } from '#client/lib/connection.ts'
import { formatDate, formatTime } from '#client/lib/format.ts'
import { signInAddress } from '#client/lib/sign-in-again.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { LogoMark } from '#client/ui/logo-mark.tsx'
import { addressFor, addressOf } from '#contract/screens.ts'
import { DayDescription, DayFacts } from './day-facts.tsx'
import { Photos } from './photos.tsx'
import { useDay } from './use-day.ts'

type DayPageProps = { id: string; partnerId: string | undefined }

/** The page for the day of an event, a separate page outside the application, which also opens without a network. */
export function DayPage({ id, partnerId }: DayPageProps) {
  const { day, readAt, problem, message, isKept } = useDay(id, partnerId)
  const now = useNow()
  const event = addressOf.activation(id)

  useEffect(() => {
    if (day) document.title = `${day.name} · Partner Portal`
  }, [day])

  return (
    <main className="mx-auto grid w-full max-w-160 grid-cols-1 gap-4 px-4 pt-3 pb-[calc(2rem+env(safe-area-inset-bottom))] sm:py-8">
      <a
        href={partnerId ? addressFor(partnerId, event) : event}
        className="flex min-h-11 items-center gap-3 justify-self-start rounded-control font-semibold tracking-heading"
      >
        <LogoMark />
        Partner Portal
      </a>
      {day ? (
        <>
          <Freshness readAt={readAt} isStale={problem === 'unreachable'} />
          <DayFacts day={day} now={now} />
          {day.keep && <Photos day={day} now={now} />}
          <DayDescription description={day.description} />
          {isKept && day.keep && (
            <p className="text-13 text-muted">
              {`This page also opens without a network on this device, until ${formatDate(Date.parse(day.keep.until) - 1, knownZone(day.timeZone))} or until you log out.`}
            </p>
          )}
        </>
      ) : (
        <NoDay problem={problem} message={message} />
      )}
    </main>
  )
}

/** Says from when the page is, if the portal cannot be reached. */
function Freshness({ readAt, isStale }: { readAt: number; isStale: boolean }) {
  const isOffline = useIsOffline()
  return (
    <div role="status" className="empty:hidden">
      {(isStale || isOffline) && (
        <Alert tone="caution" title={isOffline ? "You're offline" : 'The portal cannot be reached'}>
          {`This is from ${formatDate(readAt)}, ${formatTime(readAt)}.`}
        </Alert>
      )}
    </div>
  )
}

type NoDayProps = Pick<ReturnType<typeof useDay>, 'problem' | 'message'>

function NoDay({ problem, message }: NoDayProps) {
  if (problem === null) return <Loading />
  if (problem === 'signed-out') {
    return (
      <EmptyState
        icon={LogIn}
        line="Log in to see the day of the event."
        action={
          <Button asChild variant="primary" size="large">
            <a href={signInAddress()}>Log in</a>
          </Button>
        }
      />
    )
  }
  if (problem === 'unreachable') {
    return (
      <EmptyState
        icon={CloudOff}
        line="This page is not on this device. Open it once with a network, and it also opens without one."
      />
    )
  }
  const isGone = message === undefined || message === 'Not found'
  return <EmptyState icon={CalendarX} line={isGone ? 'This event no longer exists.' : message} />
}
