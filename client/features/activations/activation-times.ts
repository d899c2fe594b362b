import { knownZone } from '#client/domain/time-zones.ts'
import { formatDate, formatTime } from '#client/lib/format.ts'
import { ownZoneOnServer } from '#client/lib/own-zone.ts'
import type { PartnerActivation } from '#contract/activations.ts'

type Times = Pick<PartnerActivation, 'activationDate' | 'endsAt' | 'timeZone'>

const dayMs = 24 * 60 * 60 * 1000

/** Returns whether the activation is over. Without an end, it is over a day after its start. */
export const isPast = ({ activationDate, endsAt }: Times, now: number) =>
  (endsAt ? Date.parse(endsAt) : Date.parse(activationDate) + dayMs) < now

/** Returns whether the activation has begun, which it stays once it is over. */
export const hasBegun = ({ activationDate }: Times, now: number) => Date.parse(activationDate) <= now

const recapDays = 30

/** Returns whether a partner is asked what came of the activation: it is over, since at most thirty days, and nobody has written that. */
export const needsRecap = (activation: Times & Pick<PartnerActivation, 'stage' | 'hasRecap'>, now: number) =>
  !activation.hasRecap &&
  activation.stage !== 'canceled' &&
  isPast(activation, now) &&
  !isPast(activation, now - recapDays * dayMs)

/** Returns whether the page for the day is of use: from two days before the activation until two days after it, in any time zone. */
export const isNear = (times: Times, now: number) =>
  hasBegun(times, now + 2 * dayMs) && !isPast(times, now - 2 * dayMs)

/** Sorts the coming activations first, the next one on top, and then the past ones, the latest on top. */
export const comingFirst = <T extends Times>(activations: readonly T[], now: number): T[] => {
  const byStart = activations.toSorted((a, b) => Date.parse(a.activationDate) - Date.parse(b.activationDate))
  return [
    ...byStart.filter((activation) => !isPast(activation, now)),
    ...byStart.filter((activation) => isPast(activation, now)).reverse(),
  ]
}

const namers = new Map<string | undefined, Intl.DateTimeFormat>()

const zoneName = (iso: string, timeZone = ownZoneOnServer) => {
  let namer = namers.get(timeZone)
  if (!namer) {
    namer = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    namers.set(timeZone, namer)
  }
  return namer.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** Formats when the activation starts: "Nov 20, 2026, 2:05 PM", with its time zone if the reader is in another one. */
export const startOf = ({ activationDate, timeZone }: Times) => {
  const zone = knownZone(timeZone)
  const isElsewhere = zoneName(activationDate, zone) !== zoneName(activationDate)
  const time = `${formatDate(activationDate, zone)}, ${formatTime(activationDate, zone)}`
  return isElsewhere ? `${time} ${zoneName(activationDate, zone)}` : time
}

const endIn = (start: string, end: string, zone: string | undefined) => {
  const day = formatDate(end, zone)
  return `${day === formatDate(start, zone) ? '' : `${day}, `}${formatTime(end, zone)}`
}

/** Formats when the activation ends: "6:00 PM", with its day if that is not the day of the start; null if it has no end. */
export const endOf = ({ activationDate, endsAt, timeZone }: Times) =>
  endsAt && endIn(activationDate, endsAt, knownZone(timeZone))

const rangeIn = ({ activationDate, endsAt }: Times, zone?: string) => {
  const start = `${formatDate(activationDate, zone)}, ${formatTime(activationDate, zone)}`
  const name = zoneName(endsAt ?? activationDate, zone)
  return endsAt ? `${start} – ${endIn(activationDate, endsAt, zone)} ${name}` : `${start} ${name}`
}

/** Formats when the activation takes place, by the clocks of its time zone, and by those of the reader if they show other times. */
export const rangesOf = (times: Times) => {
  const there = rangeIn(times, knownZone(times.timeZone))
  const here = rangeIn(times)
  return { there, here: here === there ? null : here }
}
