import { readHundredths, readNumber } from './read-number.ts'
import { readOnceOrTwice, withoutHyphens } from './readable-text.ts'

// More is rather a slip than a fee or a crowd: a person is asked.
const maxAmountCents = 100_000_000
const maxGuests = 100_000

const readDollars = (text: string) => {
  const number = text
    .replace(/(?<=[a-z]) and (?:00|no)\/100\b/, '')
    .replace(/(?:,? in total| total| flat fee| flat)$/, '')
    .replace(/^(?:usd?|us dollars?)? ?\$ ?|^(?:usd|us\$) ?/, '')
    .replace(/ ?\$$| ?(?:usd|(?:us |u\.s\. )?dollars?)$/, '')
  const thousands = /^[\d,.]{1,8}(?= ?k$| thousand$)/.exec(number)?.[0]
  const cents = thousands ? (readHundredths(thousands) ?? Number.NaN) * 1000 : readHundredths(number)
  return cents !== undefined && cents <= maxAmountCents ? cents : undefined
}

/** Reads an amount of US dollars, in cents: "$5,000.00", "5k", "five thousand dollars". */
export const readAmount = (text: string) => readOnceOrTwice(text, readDollars)

const fractions = new Map([
  ['half', 50_00],
  ['one half', 50_00],
  ['a quarter', 25_00],
  ['one quarter', 25_00],
  ['three quarters', 75_00],
])

const readPercentage = (text: string) => {
  const part = withoutHyphens(text).replace(
    /(?<=%|percent|half)(?: of the (?:partnership |total )?fee| deposit)$/,
    '',
  )
  const number = part.replace(/ ?(?:%|percent|per cent)$/, '')
  if (number === part && fractions.has(part)) return fractions.get(part)
  const hundredths = readHundredths(number)
  if (hundredths === undefined || hundredths > 100_00) return undefined
  // Without a percent sign, 0.5 may be one half and 1 the whole, as spreadsheets have them.
  const mayBeFraction = number === part && hundredths > 0 && hundredths <= 1_00
  return mayBeFraction ? undefined : hundredths
}

/** Reads a percentage from 0 to 100, in hundredths of a percent: "50", "33.33%", "half". */
export const readPercent = (text: string) => readOnceOrTwice(text, readPercentage)

const guestWords = / (?:expected )?(?:guests?|people|persons?|attendees|participants|visitors)$/

/** Reads a number of guests: "1,250 guests". */
export const readGuests = (text: string) =>
  readOnceOrTwice(text, (part) => {
    const guests = readNumber(part.replace(guestWords, ''))
    return guests && guests <= maxGuests ? guests : undefined
  })
