// A published version is never edited, because signatures refer to it. Later versions are in the database.
import type { Agreement } from './agreement.ts'
import { heading, paragraph, section, signature, term, title } from './agreement-blocks.ts'
import { amendmentForm20261129 } from './amendment-2026-11-29-form.ts'

export const amendment20261129: Agreement = {
  documentType: 'party__amendment',
  version: '2026-11-29',
  title: 'Amendment of the Partner’s Name',
  ...amendmentForm20261129,
  blocks: [
    title('Amendment of the Partner’s Name'),
    paragraph(
      'This amendment (this “Amendment”) is made between {{companyName}} (the “Company”) and {{recipientCompany}} (the “Partner”), whom the agreements listed in section 1 (the “Amended Agreements”) name {{formerName}}.',
    ),
    ...section(1, 'Amended Agreements', []),
    term('Former name of the Partner', '{{formerName}}'),
    term('New name of the Partner', '{{recipientCompany}}'),
    term('Amended Agreements', '{{amendedAgreements}}'),
    ...section(2, 'Amendment', [
      'Name. In each of the Amended Agreements, the name of the Partner is {{recipientCompany}}, wherever the agreement names the Partner.',
      'Same party. The Partner confirms that it is the party that signed the Amended Agreements, and that only its name has changed or is corrected. This Amendment transfers no right or duty to anyone else.',
      'All else stays. The other terms of the Amended Agreements do not change and remain in force. The signed originals are not altered. They are read together with this Amendment.',
    ]),
    ...section(3, 'Signing', [
      'Effect. This Amendment takes effect when both parties have signed it.',
      'Electronic signatures. The parties agree to sign this Amendment electronically. An electronic signature has the same effect as one by hand, as provided in the federal Electronic Signatures in Global and National Commerce Act (15 U.S.C. § 7001 and following).',
    ]),
    heading('Signatures'),
    paragraph(
      'Each party has read this Amendment and agrees to it. Each person who signs confirms having the authority to bind the party named.',
    ),
    signature('For the Company', '{{companyName}}'),
    signature('For the Partner', '{{recipientCompany}}'),
    signature('Name', '{{signerName}}'),
    signature('Title', '{{signerTitle}}'),
    signature('Signature Date', '{{signatureDate}}'),
  ],
}
