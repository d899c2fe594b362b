import type { ContractValues, NdaValues } from '#contract/documents/agreements/agreement-values.ts'
import { daysAgo } from './moments.ts'
import type { DemoPartner } from './partners.ts'

const isoDay = (days: number) => daysAgo(days).toISOString().slice(0, 10)

const titles = ['General Manager', 'Owner', 'Director of Operations', 'Managing Partner']
const events = ['Community Wellness Day', 'Winter Wellness Weekend', 'Heart Health Sunday', 'Open House']

const titleOf = ({ businessName }: DemoPartner) => titles[businessName.length % titles.length] ?? ''

export const ndaValuesOf = (partner: DemoPartner, signed: number): NdaValues => ({
  ndaDate: isoDay(signed),
  recipientCompany: partner.businessName,
  signerName: `${partner.firstName} ${partner.lastName}`,
  signerTitle: titleOf(partner),
  signatureDate: isoDay(signed),
  venue: `${partner.businessName}, main hall`,
})

/** The terms of a contract that was signed so many days ago. */
export const contractValuesOf = (partner: DemoPartner, signed: number): ContractValues => {
  const size = partner.businessName.length
  return {
    partnershipDate: isoDay(signed),
    recipientCompany: partner.businessName,
    eventName: events[size % events.length] ?? '',
    eventDates: `${isoDay(signed - 40)} and ${isoDay(signed - 41)}`,
    eventSetupTime: '7:30 AM',
    eventEndTime: '6:00 PM',
    setupDetails: 'Loading from the rear entrance.\nTakedown by 9:00 PM.\nTwo guards at the main entrance.',
    collateralDays: '21',
    territory: 'The county in which the venue lies',
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
    partnershipSignatureDate: isoDay(signed),
  }
}
