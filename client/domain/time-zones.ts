import { call } from '#client/lib/api.ts'
import { canShowTimesIn, isNameOfOneZone } from '#contract/time-zones.ts'

/** Returns the time zone of the reader. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Sends the reader's time zone to the server, for emails and reminders. A failure is ignored; the server then does not change the zone. */
export const reportOwnZone = () =>
  call('PUT /api/account/browser-time-zone', { body: { timeZone: ownZone() } }).catch(() => undefined)

// The check is slow, and the activations of a page are in only a few zones, so results are cached.
const known = new Map<string, boolean>()

/** Returns the zone; undefined, which means the reader's own zone, when none is given or the browser does not know it. */
export const knownZone = (zone: string | null) => {
  if (!zone) return undefined
  if (!known.has(zone)) known.set(zone, canShowTimesIn(zone))
  return known.get(zone) ? zone : undefined
}

/** Returns the name of a zone as it is shown. */
export const zoneLabel = (zone: string) => zone.replaceAll('_', ' ')

/** Returns the options of a select of time zones. */
export const zoneOptions = (chosen: string) => {
  // Not all browsers list UTC, and some list names that mean different zones on other systems. Each knows the zones that it lists, and asking
  // it again about each of four hundred took 50 ms or more whenever the form rendered.
  const zones = [
    ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC' && isNameOfOneZone(zone)),
    'UTC',
  ]
  return (!chosen || zones.includes(chosen) ? zones : [chosen, ...zones]).map((zone) => ({
    value: zone,
    label: zoneLabel(zone),
  }))
}
