import { isTimeZone } from '#contract/time-zones.ts'

/** Where the reader is. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

// Asking takes long, and the activations of a page are in few zones.
const known = new Map<string, boolean>()

/** Undefined, which stands for the reader's own, where there is none or the browser does not know it. */
export const knownZone = (zone: string | null) => {
  if (!zone) return undefined
  if (!known.has(zone)) known.set(zone, isTimeZone(zone))
  return known.get(zone) ? zone : undefined
}

/** The options of a select of time zones. */
export const zoneOptions = (chosen: string) => {
  const zones = Intl.supportedValuesOf('timeZone')
  return (!chosen || zones.includes(chosen) ? zones : [chosen, ...zones]).map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }))
}
