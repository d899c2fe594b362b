import { groupDigits } from './group-digits.ts'

/** Formats an amount in cents as "$2,500.00", and in other currencies than US dollars as "EUR 2,500.00". */
export function formatMoney(cents: number, currency: string): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const amount = `${groupDigits(digits.slice(0, -2))}.${digits.slice(-2)}`
  return `${cents < 0 ? '-' : ''}${currency === 'USD' ? '$' : `${currency} `}${amount}`
}
