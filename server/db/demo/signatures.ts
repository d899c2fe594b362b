import type { ContractValues, NdaValues } from '#contract/documents/agreements/agreement-values.ts'
import { type SigningDeps, signDocument } from '#server/features/documents/signing/actions.ts'
import type { DemoPartner } from './partners.ts'

const isoDay = (daysFromNow: number) =>
  new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10)

const ndaValuesOf = ({ firstName, lastName, businessName, since }: DemoPartner): NdaValues => ({
  ndaDate: isoDay(-since),
  recipientCompany: businessName,
  signerName: `${firstName} ${lastName}`,
  signerTitle: 'General Manager',
  signatureDate: isoDay(-since),
  venue: `${businessName}, main hall`,
})

const contractValuesOf = ({ firstName, lastName, businessName, since }: DemoPartner): ContractValues => ({
  partnershipDate: isoDay(-since),
  recipientCompany: businessName,
  eventName: 'Community Wellness Day',
  eventDates: `${isoDay(30)} and ${isoDay(31)}`,
  eventSetupTime: '7:30 AM',
  eventEndTime: '6:00 PM',
  setupDetails: 'Loading from the rear entrance.\nTakedown by 9:00 PM.\nTwo guards at the main entrance.',
  collateralDays: '21',
  territory: 'The county in which the venue lies',
  paymentAmount: '12500',
  depositPercentage: '50',
  paymentDays: '14',
  additionalCostDays: '30',
  expectedGuests: '250',
  capacityChangeDays: '10',
  cancellationDays: '60',
  shortCancellationDays: '15',
  jurisdiction: 'Miami-Dade County, Florida',
  partnershipSignerName: `${firstName} ${lastName}`,
  partnershipSignerTitle: 'General Manager',
  partnershipSignatureDate: isoDay(-since),
})

/** Signs by the same action as a user, so that signed agreements of the demo are complete. */
export const signForDemo = async (
  deps: SigningDeps,
  user: { id: string; email: string },
  partner: DemoPartner,
  both: boolean,
) => {
  const signer = {
    ...user,
    ipAddress: '127.0.0.1',
    userAgent: 'Demo data',
    signInMethod: 'demo' as const,
    signedInAt: new Date(),
  }
  const digitalSignature = `/s/ ${partner.firstName} ${partner.lastName}`
  await signDocument(deps, signer, {
    documentType: 'nda',
    signatureData: { ...ndaValuesOf(partner), digitalSignature },
  })
  if (!both) return
  await signDocument(deps, signer, {
    documentType: 'venue_partnership_agreement',
    signatureData: { ...contractValuesOf(partner), digitalSignature },
  })
}
