const dayMs = 86_400_000
const utcDay = (time: number) => new Date(time).toISOString().slice(0, 10)

const signatureDates = ['signatureDate', 'partnershipSignatureDate']

const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * What is wrong with the day that a signer states for a signature, by the clock of the server: it is today, which elsewhere is the day
 * before or after that of UTC. The browser does not ask its own clock, which may be wrong.
 * @returns undefined where nothing is, or where the field is another one
 */
export const signatureDayProblem = (name: string, value: string, now: Date) => {
  if (!signatureDates.includes(name)) return undefined
  const isToday = utcDay(now.getTime() - dayMs) <= value && value <= utcDay(now.getTime() + dayMs)
  return isToday ? undefined : `Enter today's date: by the portal's clock it is ${written.format(now)}`
}
