import { knownZone } from '#client/domain/time-zones.ts'
import { formatDate, formatTime } from '#client/lib/format.ts'
import { ownZoneOnServer } from '#client/lib/own-zone.ts'
import type { PartnerActivation } from '#contract/activations.ts'

type Times = Pick<PartnerActivation, 'activationDate' | 'endsAt' | 'timeZone'>

const dayMs = 24 * 60 * 60 * 1000

/** Returns whether the activation is over. Without an end, it is over a day after its start. */
export const isPast = ({ activationDate, endsAt }: Times, now: number) =>
  (endsAt ? Date.parse(endsAt) : Date.parse(activationDate) + dayMs) < now

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

const rangeIn = ({ activationDate, endsAt }: Times, zone?: string) => {
  const [day, time] = [formatDate(activationDate, zone), formatTime(activationDate, zone)]
  const name = zoneName(endsAt ?? activationDate, zone)
  if (!endsAt) return `${day}, ${time} ${name}`
  const lastDay = formatDate(endsAt, zone)
  const end = formatTime(endsAt, zone)
  return `${day}, ${time} – ${lastDay === day ? '' : `${lastDay}, `}${end} ${name}`
}

/** Formats when the activation takes place, by the clocks of its time zone, and by those of the reader if they show other times. */
export const rangesOf = (times: Times) => {
  const there = rangeIn(times, knownZone(times.timeZone))
  const here = rangeIn(times)
  return { there, here: here === there ? null : here }
}
