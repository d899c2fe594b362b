import { isTimeZone } from '#contract/time-zones.ts'

const knownZones = Intl.supportedValuesOf('timeZone')

/** Where the reader is. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Undefined, which stands for the reader's own, where there is none or the browser does not know it. */
export const knownZone = (zone: string | null) => (zone && isTimeZone(zone) ? zone : undefined)

/** The options of a select of time zones. */
export const zoneOptions = (chosen: string) =>
  (!chosen || knownZones.includes(chosen) ? knownZones : [chosen, ...knownZones]).map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }))
