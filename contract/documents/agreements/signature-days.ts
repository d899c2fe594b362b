import { drawDate } from './draw-value.ts'

const dayMs = 86_400_000
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Whether a field of an agreement is the day on which its signer signs. */
export const isSignatureDate = ({ name }: { name: string }) =>
  name === 'signatureDate' || name === 'partnershipSignatureDate'

/** The first and the last day that a signer states for a signature. @param today by the server's clock, in the signer's zone */
export const signatureDays = (today: string) => ({ min: dayAfter(today, -1), max: dayAfter(today, 1) })

/** What is wrong with the day of a signature; undefined where it is that of `today`, or the day before or after. */
export const signatureDayProblem = (day: string, today: string) => {
  const { min, max } = signatureDays(today)
  return day < min || day > max ? `Today is ${drawDate(today)}. Enter today's date.` : undefined
}
