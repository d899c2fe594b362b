// This is part of a published version, which is never edited: see venue-partnership-agreement-2026-11-20.ts.
import { defineForm } from './agreement.ts'

export const venuePartnershipForm20261120 = defineForm({
  missingMessage: 'Please fill in all required partnership agreement fields above',
  fieldGroups: [
    {
      heading: 'Parties',
      fields: [
        { name: 'partnershipDate', label: 'Agreement Date', kind: 'date', maxLength: 10 },
        {
          name: 'recipientCompany',
          label: 'Your Company Name',
          kind: 'text',
          autoComplete: 'organization',
          maxLength: 200,
        },
      ],
    },
    {
      heading: 'Event',
      fields: [
        { name: 'eventName', label: 'Event Name(s)', kind: 'text', maxLength: 300 },
        { name: 'eventDates', label: 'Event Dates', kind: 'text', maxLength: 300 },
        { name: 'eventSetupTime', label: 'Event Setup Time', kind: 'text', maxLength: 100 },
        { name: 'eventEndTime', label: 'Event End Time', kind: 'text', maxLength: 100 },
        {
          name: 'setupDetails',
          label: 'Setup/Takedown/Security Details',
          kind: 'long-text',
          maxLength: 2000,
        },
      ],
    },
    {
      heading: 'Promotion',
      fields: [
        {
          name: 'collateralDays',
          label: 'Days Before Event for Collateral Delivery',
          kind: 'number',
          unit: 'days',
          hint: 'Number of days',
          maxLength: 4,
        },
        { name: 'territory', label: 'Exclusivity Territory', kind: 'text', maxLength: 300 },
      ],
    },
    {
      heading: 'Payment',
      fields: [
        {
          name: 'paymentAmount',
          label: 'Partnership Fee Amount',
          kind: 'number',
          unit: 'dollars',
          hint: 'Number, no $ sign',
          maxLength: 12,
        },
        {
          name: 'depositPercentage',
          label: 'Deposit Percentage',
          kind: 'number',
          unit: 'percent',
          hint: 'Number, e.g. 50',
          maxLength: 6,
        },
        {
          name: 'paymentDays',
          label: 'Days Before Event for Balance Payment',
          kind: 'number',
          unit: 'days',
          hint: 'Number of days',
          maxLength: 4,
        },
        {
          name: 'additionalCostDays',
          label: 'Days for Additional Cost Payment',
          kind: 'number',
          unit: 'days',
          hint: 'Number of days',
          maxLength: 4,
        },
      ],
    },
    {
      heading: 'Attendance',
      fields: [
        {
          name: 'expectedGuests',
          label: 'Expected Number of Guests',
          kind: 'number',
          unit: 'guests',
          hint: 'Number',
          maxLength: 7,
        },
        {
          name: 'capacityChangeDays',
          label: 'Days Notice for Capacity Changes',
          kind: 'number',
          unit: 'days',
          hint: 'Number of days',
          maxLength: 4,
        },
      ],
    },
    {
      heading: 'Cancellation and disputes',
      fields: [
        {
          name: 'cancellationDays',
          label: 'Cancellation Notice Period',
          kind: 'number',
          unit: 'days',
          hint: 'In days',
          maxLength: 4,
        },
        {
          name: 'shortCancellationDays',
          label: 'Short Cancellation Period',
          kind: 'number',
          unit: 'days',
          hint: 'In days, for the non-refundable deposit',
          maxLength: 4,
        },
        { name: 'jurisdiction', label: 'Jurisdiction for Disputes', kind: 'text', maxLength: 200 },
      ],
    },
    {
      heading: 'Signature',
      fields: [
        {
          name: 'partnershipSignerName',
          label: 'Signer Full Name',
          kind: 'text',
          autoComplete: 'name',
          maxLength: 200,
        },
        {
          name: 'partnershipSignerTitle',
          label: 'Signer Title',
          kind: 'text',
          autoComplete: 'organization-title',
          maxLength: 200,
        },
        { name: 'partnershipSignatureDate', label: 'Signature Date', kind: 'date', maxLength: 10 },
      ],
    },
  ],
})
