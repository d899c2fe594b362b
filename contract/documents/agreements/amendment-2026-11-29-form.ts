// This is part of a published version, which is never edited: see amendment-2026-11-29.ts.
import { defineForm } from './agreement.ts'

export const amendmentForm20261129 = defineForm({
  missingMessage: 'Please fill in all required fields above',
  fieldGroups: [
    {
      heading: 'Amendment',
      fields: [
        { name: 'formerName', label: 'Former Business Name', kind: 'text', maxLength: 10_000 },
        { name: 'recipientCompany', label: 'New Business Name', kind: 'text', maxLength: 200 },
        { name: 'amendedAgreements', label: 'Amended Agreements', kind: 'long-text', maxLength: 25_000 },
      ],
    },
    {
      heading: 'Signer',
      fields: [
        { name: 'signerName', label: 'Your Full Name', kind: 'text', autoComplete: 'name', maxLength: 200 },
        {
          name: 'signerTitle',
          label: 'Your Title',
          kind: 'text',
          autoComplete: 'organization-title',
          maxLength: 200,
        },
        { name: 'signatureDate', label: 'Signature Date', kind: 'date', maxLength: 10 },
      ],
    },
  ],
})
