import { MapPin, Phone } from 'lucide-react'
import { LinkedText } from '#client/domain/linked-text.tsx'
import { callAddress, mapAddress } from '#client/domain/place-links.ts'
import { knownZone } from '#client/domain/time-zones.ts'
import { rangesOf } from '#client/features/activations/activation-times.ts'
import { dayText } from '#client/features/obligations/obligation-words.ts'
import { formatDay, formatTime } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { ActivationDay } from '#contract/activation-day.ts'
import { type DayTime, timesOf } from './times.ts'

/** What is when, whom to call, how to get there, and what is still open. */
export function DayFacts({ day, now }: { day: ActivationDay; now: number }) {
  const { name, place, arrival, contacts, open } = day
  const { there, here } = rangesOf(day)
  return (
    <>
      <header>
        <h1 className="wrap-anywhere text-26">{name}</h1>
        <p className="mt-1 text-muted">{there}</p>
        {here && <p className="text-13 text-muted">{`${here}, your time`}</p>}
      </header>
      <Card title="When" flush>
        <ul className="divide-y divide-line">
          {timesOf(day, now).map((time) => (
            <TimeRow key={`${time.label} ${time.at.getTime()}`} time={time} zone={knownZone(day.timeZone)} />
          ))}
        </ul>
      </Card>
      {contacts.length > 0 && (
        <Card title="Who to call" flush>
          <ul className="divide-y divide-line">
            {contacts.map(({ name, role, phone }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people can have the same name, role and phone
              <li key={index} className="flex min-h-16 items-center gap-3 px-4 py-2 sm:px-5">
                <p className="wrap-anywhere min-w-0 flex-1">
                  <span className="block font-medium">{name}</span>
                  {role && <span className="block text-13 text-muted">{role}</span>}
                  {phone && <span className="block text-13 text-muted">{phone}</span>}
                </p>
                {phone && (
                  <Button asChild icon={Phone} size="large">
                    <a href={callAddress(phone)} aria-label={`Call ${name}: ${phone}`}>
                      Call
                    </a>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {(place || arrival) && (
        <Card title="Getting there and parking" flush>
          <div className="grid grid-cols-1 gap-2 px-4 py-3 sm:px-5">
            {place && (
              <div className="flex items-center gap-3">
                <p className="wrap-anywhere min-w-0 flex-1 font-medium">{place}</p>
                <Button asChild icon={MapPin} size="large">
                  <a href={mapAddress(place)} target="_blank" rel="noreferrer" aria-label={`Map of ${place}`}>
                    Map
                  </a>
                </Button>
              </div>
            )}
            {arrival && (
              <p className="wrap-anywhere whitespace-pre-line">
                <LinkedText text={arrival} />
              </p>
            )}
          </div>
        </Card>
      )}
      <Card title="Still open" flush>
        <ul className="divide-y divide-line empty:hidden">
          {open.map(({ name, dueOn }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two open items can have the same name and day
            <li key={index} className="flex min-h-12 items-center justify-between gap-3 px-4 py-2 sm:px-5">
              <span className="wrap-anywhere min-w-0">{name}</span>
              <time dateTime={dueOn} className="shrink-0 text-13 text-muted">
                {`Due ${dayText(dueOn, now)}`}
              </time>
            </li>
          ))}
        </ul>
        {open.length === 0 && <p className="px-4 py-3 text-muted sm:px-5">Nothing is open.</p>}
      </Card>
    </>
  )
}

const marks = { now: { tone: 'positive', text: 'Now' }, next: { tone: 'info', text: 'Next' } } as const

function TimeRow({
  time: { label, at, isWholeDay, state },
  zone,
}: {
  time: DayTime
  zone: string | undefined
}) {
  return (
    <li
      className={classNames(
        'flex min-h-12 items-center gap-3 px-4 py-2 sm:px-5',
        state === 'past' && 'text-muted',
        (state === 'now' || state === 'next') && 'bg-accent-soft font-medium',
      )}
    >
      <span className="min-w-0 flex-1">{label}</span>
      {(state === 'now' || state === 'next') && <Badge tone={marks[state].tone}>{marks[state].text}</Badge>}
      <time dateTime={at.toISOString()} className="shrink-0">
        {isWholeDay ? formatDay(at, zone) : `${formatDay(at, zone)}, ${formatTime(at, zone)}`}
      </time>
    </li>
  )
}

/** What the event is about. */
export const DayDescription = ({ description }: Pick<ActivationDay, 'description'>) =>
  description && (
    <Card title="About the event" flush>
      <p className="wrap-anywhere whitespace-pre-line px-4 py-3 sm:px-5">
        <LinkedText text={description} />
      </p>
    </Card>
  )
