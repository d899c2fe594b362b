// This is part of a published version, which is never edited: see nda-2026-11-20.ts.
import { defineForm } from './agreement.ts'

export const ndaForm20261120 = defineForm({
  missingMessage: 'Please fill in all required fields above',
  fieldGroups: [
    {
      heading: 'Agreement details',
      fields: [
        { name: 'ndaDate', label: 'Agreement Date', kind: 'date', maxLength: 10 },
        {
          name: 'recipientCompany',
          label: 'Your Company Name',
          kind: 'text',
          autoComplete: 'organization',
          maxLength: 200,
        },
        { name: 'signerName', label: 'Your Full Name', kind: 'text', autoComplete: 'name', maxLength: 200 },
        {
          name: 'signerTitle',
          label: 'Your Title',
          kind: 'text',
          autoComplete: 'organization-title',
          maxLength: 200,
        },
        { name: 'signatureDate', label: 'Signature Date', kind: 'date', maxLength: 10 },
        { name: 'venue', label: 'Venue/Location', kind: 'text', maxLength: 300 },
      ],
    },
  ],
})
