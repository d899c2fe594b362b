import type { z } from 'zod'

// Runs of groups with a space, dot or hyphen between them. Both are linear: a run has a limited length.
const digitRuns = /\d(?:[ .-]?\d){12,22}/g
const ibanRuns = /[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}/gi

/** The first digits of the cards that are in use, with the lengths that their numbers have. */
const brands: { starts: RegExp; lengths: number[] }[] = [
  { starts: /^4/, lengths: [13, 16, 19] },
  { starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { starts: /^3[47]/, lengths: [15] },
  { starts: /^(6011|64[4-9]|65)/, lengths: [16, 19] },
  { starts: /^(3528|3529|35[3-8])/, lengths: [16] },
  { starts: /^(36|38|39|30[0-5])/, lengths: [14, 16] },
  { starts: /^62/, lengths: [16, 17, 18, 19] },
]

/** Whether the last digit is the check digit of the others, by the formula of Luhn (ISO/IEC 7812). */
const hasCheckDigit = (digits: string) => {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

const isCard = (digits: string) =>
  brands.some(({ starts, lengths }) => lengths.includes(digits.length) && starts.test(digits)) &&
  hasCheckDigit(digits)

/** Whether the remainder of an account number is that of an IBAN (ISO 13616). */
const isIban = (text: string) => {
  if (text.length < 15 || text.length > 34) return false
  const moved = text.slice(4) + text.slice(0, 4)
  let remainder = 0
  for (const character of moved) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}

/** Returns what neighboring groups of a run are together: `12 34 5` gives `12`, `1234`, `12345`, `34`, `345` and `5`. */
const joinedGroups = (run: string) => {
  const groups = run.toUpperCase().split(/[ .-]/)
  return groups.flatMap((_, first) =>
    groups.slice(first).map((_, count) => groups.slice(first, first + count + 1).join('')),
  )
}

const has = (text: string, runs: RegExp, isNumber: (joined: string) => boolean) =>
  (text.match(runs) ?? []).some((run) => joinedGroups(run).some(isNumber))

/** Whether a text contains what passes the checksum of the number of a card or of an IBAN, also in groups. */
export const hasAccountNumber = (text: string) => has(text, digitRuns, isCard) || has(text, ibanRuns, isIban)

export const accountNumberMessage = 'Leave out the numbers of cards and bank accounts'

/** Refuses texts with the number of a card or of a bank account. */
export const withoutAccountNumbers = <Text extends z.ZodType<string | null>>(text: Text) =>
  text.refine((value) => value === null || !hasAccountNumber(value), accountNumberMessage)
