import { addDays } from '../../calendar-days.ts'
import { drawDate } from './draw-value.ts'

/** Whether a field of an agreement is the date of the signature. */
export const isSignatureDate = ({ name }: { name: string }) =>
  name === 'signatureDate' || name === 'partnershipSignatureDate'

/** Returns the first and last valid date of a signature. @param today the date by the server's clock in the signer's time zone */
export const signatureDays = (today: string) => ({ min: addDays(today, -1), max: addDays(today, 1) })

/** Returns what is wrong with the date of a signature; undefined if it is `today` or the day before or after. */
export const signatureDayProblem = (day: string, today: string) => {
  const { min, max } = signatureDays(today)
  return day < min || day > max ? `Today is ${drawDate(today)}. Enter today's date.` : undefined
}
