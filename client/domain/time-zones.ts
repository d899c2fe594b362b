import { call } from '#client/lib/api.ts'
import { reportBrowserZone } from '#contract/account/profile.ts'
import { canShowTimesIn, isTimeZone } from '#contract/time-zones.ts'

/** Where the reader is. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Sends the server the zone of the reader, for their emails and reminders. A zone that it does not know, or a lost call, changes nothing. */
export const reportOwnZone = () =>
  call(reportBrowserZone, { body: { timeZone: ownZone() } }).catch(() => undefined)

// Asking takes long, and the activations of a page are in few zones.
const known = new Map<string, boolean>()

/** Undefined, which stands for the reader's own, where there is none or the browser does not know it. */
export const knownZone = (zone: string | null) => {
  if (!zone) return undefined
  if (!known.has(zone)) known.set(zone, canShowTimesIn(zone))
  return known.get(zone) ? zone : undefined
}

/** The name of a zone as it is shown. */
export const zoneLabel = (zone: string) => zone.replaceAll('_', ' ')

/** The options of a select of time zones. */
export const zoneOptions = (chosen: string) => {
  // Browsers do not list UTC, and some list names of one word, which mean another zone elsewhere.
  const zones = [
    ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC' && isTimeZone(zone)),
    'UTC',
  ]
  return (!chosen || zones.includes(chosen) ? zones : [chosen, ...zones]).map((zone) => ({
    value: zone,
    label: zoneLabel(zone),
  }))
}
