import type { ContractValues, NdaValues } from './agreement-values.ts'

/** Examples of a completed form of each agreement. */
export const exampleNdaValues: NdaValues = {
  ndaDate: '2026-11-20',
  recipientCompany: 'Harborview Hall LLC',
  signerName: 'Dana Whitfield',
  signerTitle: 'General Manager',
  signatureDate: '2026-11-21',
  venue: 'Harborview Hall, 12 Bay Street, Mobile, Alabama',
}

export const exampleContractValues: ContractValues = {
  partnershipDate: '2026-12-01',
  recipientCompany: 'Harborview Hall LLC',
  eventName: 'Spring Wellness Weekend',
  eventDates: 'April 17 and 18, 2027',
  eventSetupTime: '7:30 AM',
  eventEndTime: '6:00 PM',
  setupDetails:
    'Loading dock B, one truck at a time.\nTakedown by 9:00 PM.\nTwo guards at the main entrance.',
  collateralDays: '21',
  territory: 'Mobile County, Alabama',
  paymentAmount: '12500',
  depositPercentage: '50',
  paymentDays: '14',
  additionalCostDays: '30',
  expectedGuests: '1250',
  capacityChangeDays: '10',
  cancellationDays: '60',
  shortCancellationDays: '15',
  jurisdiction: 'Miami-Dade County, Florida',
  partnershipSignerName: 'Dana Whitfield',
  partnershipSignerTitle: 'General Manager',
  partnershipSignatureDate: '2026-12-02',
}
