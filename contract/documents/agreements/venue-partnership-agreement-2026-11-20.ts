// A published version is never edited, because signatures refer to it. Later versions are in the database.
import type { Agreement } from './agreement.ts'
import { heading, paragraph, signature, title } from './agreement-blocks.ts'
import { appendices20261120 } from './venue-partnership-agreement-2026-11-20-appendices.ts'
import { clauses20261120 } from './venue-partnership-agreement-2026-11-20-clauses.ts'
import { venuePartnershipForm20261120 } from './venue-partnership-agreement-2026-11-20-form.ts'

export const venuePartnershipAgreement20261120: Agreement = {
  documentType: 'venue_partnership_agreement',
  version: '2026-11-20',
  title: 'Partner Agreement Contract (Venue Partnership Agreement)',
  ...venuePartnershipForm20261120,
  blocks: [
    title('Partner Agreement Contract (Venue Partnership Agreement)'),
    paragraph(
      'This Partner Agreement Contract (this “Agreement”) is made as of {{partnershipDate}} (the “Agreement Date”) between {{companyName}} (the “Company”) and {{recipientCompany}} (the “Partner”). Each of them is a “party,” and together they are the “parties.”',
    ),
    paragraph(
      'The Company provides healthcare services and presents them at events that it holds with partners and venues (the “Program”). The Partner wishes to host and promote such an event, and the parties agree on the terms below.',
    ),
    ...clauses20261120,
    heading('Signatures'),
    paragraph(
      'Each party has read this Agreement, with its appendices, and agrees to it. Each person who signs confirms having the authority to bind the party named.',
    ),
    signature('For the Company', '{{companyName}}, by offering this Agreement in its Partner Portal'),
    signature('For the Partner', '{{recipientCompany}}'),
    signature('Name', '{{partnershipSignerName}}'),
    signature('Title', '{{partnershipSignerTitle}}'),
    signature('Signature Date', '{{partnershipSignatureDate}}'),
    ...appendices20261120,
  ],
}
