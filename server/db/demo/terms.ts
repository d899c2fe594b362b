import type { ContractValues, NdaValues } from '#contract/documents/agreements/agreement-values.ts'
import { after } from './moments.ts'
import type { DemoPartner } from './partners.ts'

const isoDay = (moment: Date) => moment.toISOString().slice(0, 10)

const written = (day: Date, options: Intl.DateTimeFormatOptions) =>
  day.toLocaleDateString('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric', ...options })

/** Writes a day and the next one: "August 24 and 25, 2026". */
const twoDays = (first: Date) => {
  const second = after(first, 24)
  const isSameMonth = first.getUTCMonth() === second.getUTCMonth()
  const end = isSameMonth
    ? `${second.getUTCDate()}, ${second.getUTCFullYear()}`
    : written(second, { year: 'numeric' })
  return `${written(first, {})} and ${end}`
}

const titles = ['General Manager', 'Owner', 'Director of Operations', 'Managing Partner']
const events = ['Community Wellness Day', 'Winter Wellness Weekend', 'Heart Health Sunday', 'Open House']

const titleOf = ({ businessName }: DemoPartner) => titles[businessName.length % titles.length] ?? ''

export const ndaValuesOf = (partner: DemoPartner, signedAt: Date): NdaValues => ({
  ndaDate: isoDay(signedAt),
  recipientCompany: partner.businessName,
  signerName: `${partner.firstName} ${partner.lastName}`,
  signerTitle: titleOf(partner),
  signatureDate: isoDay(signedAt),
  venue: `${partner.businessName}, main hall`,
})

/** Returns the terms of a contract with an event 40 days after the signature. */
export const contractValuesOf = (partner: DemoPartner, signedAt: Date): ContractValues => {
  const size = partner.businessName.length
  return {
    partnershipDate: isoDay(signedAt),
    recipientCompany: partner.businessName,
    eventName: events[size % events.length] ?? '',
    eventDates: twoDays(after(signedAt, 24 * 40)),
    eventSetupTime: '7:30 AM',
    eventEndTime: '6:00 PM',
    setupDetails: 'Loading from the rear entrance.\nTakedown by 9:00 PM.\nTwo guards at the main entrance.',
    collateralDays: '21',
    territory: 'The county where the venue is',
    paymentAmount: String(7500 + 500 * (size % 14)),
    depositPercentage: '50',
    paymentDays: '14',
    additionalCostDays: '30',
    expectedGuests: String(120 + 10 * (size % 25)),
    capacityChangeDays: '10',
    cancellationDays: '60',
    shortCancellationDays: '15',
    jurisdiction: 'Miami-Dade County, Florida',
    partnershipSignerName: `${partner.firstName} ${partner.lastName}`,
    partnershipSignerTitle: titleOf(partner),
    partnershipSignatureDate: isoDay(signedAt),
  }
}
