/** Writes a moment for an email, such as "Nov 27, 2026, 3:12 PM America/New York". @param timeZone the reader's time zone; null for UTC */
export const writtenMoment = (at: Date, timeZone: string | null) => {
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timeZone ?? 'UTC',
  })
  return `${format.format(at).replaceAll('\u202f', ' ')} ${timeZone?.replaceAll('_', ' ') ?? 'UTC'}`
}

/** Writes a day for an email, such as "Nov 27, 2026". @param timeZone the reader's time zone; null for UTC */
export const writtenDay = (at: Date, timeZone: string | null) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: timeZone ?? 'UTC' }).format(at)
