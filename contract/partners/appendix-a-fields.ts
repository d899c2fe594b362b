/** The terms of a partnership agreement that staff may enter before it is signed. */
export const appendixAFields = [
  'partnershipDate',
  'eventName',
  'eventDates',
  'eventSetupTime',
  'eventEndTime',
  'setupDetails',
  'collateralDays',
  'territory',
  'paymentAmount',
  'depositPercentage',
  'paymentDays',
  'additionalCostDays',
  'expectedGuests',
  'capacityChangeDays',
  'cancellationDays',
  'shortCancellationDays',
  'jurisdiction',
  'partnershipSignerName',
  'partnershipSignerTitle',
  'partnershipSignatureDate',
] as const

export type AppendixAField = (typeof appendixAFields)[number]
