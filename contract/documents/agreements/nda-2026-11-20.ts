// A published version is never edited, because signatures refer to it. Later versions are in the database.
import type { Agreement } from './agreement.ts'
import { heading, paragraph, section, signature, title } from './agreement-blocks.ts'
import { ndaForm20261120 } from './nda-2026-11-20-form.ts'

export const nda20261120: Agreement = {
  documentType: 'nda',
  version: '2026-11-20',
  title: 'Mutual Non-Disclosure and Non-Solicitation Agreement',
  ...ndaForm20261120,
  blocks: [
    title('Mutual Non-Disclosure and Non-Solicitation Agreement'),
    paragraph(
      'This Mutual Non-Disclosure and Non-Solicitation Agreement (this “Agreement”) is made as of {{ndaDate}} (the “Agreement Date”) between {{companyName}} (the “Company”) and {{recipientCompany}} (the “Partner”). Each of them is a “party,” and together they are the “parties.”',
    ),
    paragraph(
      'The Company provides healthcare services and presents them at events that it holds with partners and venues (the “Program”). The parties wish to discuss, plan, and, if they so agree, carry out a relationship in which the Partner promotes or hosts events of the Program, including at {{venue}} (the “Venue”). To do so, each may need to share information that it does not make public. This Agreement says how that information is protected, and sets fair limits on soliciting each other’s people and business relationships.',
    ),
    ...section(1, 'Definitions', [
      'Affiliate. An “Affiliate” of a party is an entity that controls the party, is controlled by it, or is under common control with it.',
      'Confidential Information. “Confidential Information” means non-public information, in any form, that one party or its Representatives (the “Discloser”) make available to the other party or its Representatives (the “Recipient”) for the Purpose, whether before or after the Agreement Date, and that is marked as confidential or that a reasonable person would understand to be confidential from its nature or from how it was shared. It includes:',
      [
        'business, financial, pricing, and marketing information, and plans for services, products, or locations;',
        'lists of customers, vendors, venues, and partners, and the terms on which a party deals with them;',
        'service protocols, training material, operating methods, software, and the non-public content of the Company’s Partner Portal;',
        'floor plans, security arrangements, and operating details of the Venue; and',
        'the fact that the parties are in discussions, and the content of those discussions.',
      ],
      'Purpose. The “Purpose” is discussing, planning, and carrying out the relationship described above.',
      'Representatives. The “Representatives” of a party are its Affiliates, and the directors, officers, employees, contractors, insurers, and professional advisers of the party and its Affiliates, who need Confidential Information for the Purpose.',
    ]),
    ...section(2, 'What Is Not Confidential Information', [
      'Exclusions. Confidential Information does not include information that the Recipient can show:',
      [
        'is or becomes public other than through a breach of this Agreement;',
        'was lawfully known to the Recipient, free of any duty of confidence, before the Discloser shared it;',
        'was lawfully received from a third party who was free to share it; or',
        'was developed by the Recipient independently, without using the Discloser’s Confidential Information.',
      ],
      'Combinations. Information is not excluded merely because each of its parts is public, if the combination itself is not.',
    ]),
    ...section(3, 'Obligations', [
      'Protection. The Recipient will:',
      [
        'use Confidential Information only for the Purpose;',
        'protect it with the care that it gives to its own information of the same kind, and never with less than reasonable care;',
        'share it only with those of its Representatives who need it for the Purpose and are bound by duties of confidence at least as protective as this Agreement;',
        'answer for what its Representatives do with it as for its own acts;',
        'not take apart or analyze a sample, device, or program of the Discloser to learn how it is made or works; and',
        'tell the Discloser promptly on learning of any use or disclosure that this Agreement does not allow, and help to limit the harm.',
      ],
      'Publicity. Neither party will announce the parties’ discussions or relationship, or use the other’s name or logo in public, without the other’s prior written consent.',
      'Protected reports. Nothing in this Agreement keeps a person from reporting a possible violation of law to a government agency, from taking part in its investigation, or from exercising any other right that the law does not allow to be waived. As provided in 18 U.S.C. § 1833(b), an individual is not liable under a trade secret law for disclosing a trade secret in confidence to a government official or an attorney solely to report or investigate a suspected violation of law, or in a document filed under seal in a legal proceeding.',
    ]),
    ...section(4, 'Required Disclosure', [
      'Notice. If a law, court, or government authority requires the Recipient to disclose Confidential Information, the Recipient will, where the law permits, tell the Discloser in writing beforehand and early enough for the Discloser to seek protection.',
      'Limits. The Recipient will disclose only what its counsel advises is required, will ask that it be treated as confidential, and will give reasonable help, at the Discloser’s expense, if the Discloser opposes the disclosure. Information disclosed in this way otherwise remains Confidential Information.',
    ]),
    ...section(5, 'Healthcare Privacy', [
      'No patient information. The Purpose does not call for patient information. Neither party will share with the other, under this Agreement, protected health information (“PHI”) as defined in the regulations under the Health Insurance Portability and Accountability Act of 1996 (“HIPAA”), 45 C.F.R. § 160.103, or any other information about the health, care, or payment for care of an identifiable person.',
      'Information received by mistake. A party that nevertheless receives PHI from the other will not use, copy, or pass it on. It will tell the other party without delay, and no later than two business days after discovery, and will securely return or destroy it as that party directs.',
      'What is seen and heard. A party whose people learn in connection with the Program that a person asked for or received a healthcare service will keep that in confidence.',
      'No business associate agreement. This Agreement is not a business associate agreement under HIPAA. If the parties later plan work for which one of them must receive PHI from the other, they will first sign the agreement that HIPAA requires.',
    ]),
    ...section(6, 'Return and Destruction', [
      'On request. Within thirty days after the Discloser asks in writing, or after this Agreement ends, the Recipient will return or destroy the Discloser’s Confidential Information and, if asked, confirm in writing that it has done so.',
      'What may be kept. The Recipient may keep copies that a law or professional rule requires it to keep, copies in routine backups until these are overwritten, and one copy with its legal counsel as a record of its obligations. What is kept stays protected by this Agreement for as long as it is kept.',
    ]),
    ...section(7, 'Term and Survival', [
      'Term. This Agreement begins on the Agreement Date and continues for two years. Either party may end it earlier by thirty days’ written notice to the other.',
      'Survival. The duties that apply to Confidential Information received before this Agreement ends continue for three years after its end. For a trade secret they continue for as long as it remains a trade secret under applicable law, and the duties in section 5 have no limit in time.',
    ]),
    ...section(8, 'Non-Solicitation', [
      'Mutual restriction. While this Agreement is in force and for twelve months after it ends, neither party will, directly or through others, without the other’s prior written consent:',
      [
        'solicit for employment or engagement an employee or individual contractor of the other party with whom it dealt in connection with the Purpose; or',
        'use the other party’s Confidential Information to induce a customer, venue, vendor, or partner of the other party to end or reduce its business with that party.',
      ],
      'What remains free. The following is not solicitation: advertising a position to the general public; hiring a person who answers such an advertisement, who makes the first approach unprompted, or whose work for the other party ended at least six months before; and doing business with anyone without using the other party’s Confidential Information.',
      'Patients and competition. This section does not limit any person’s free choice of a healthcare provider, does not limit the duties of a licensed professional to a patient, and does not prevent either party from competing lawfully.',
      'Reasonable limits. The parties agree that these limits are reasonable in time and scope and no wider than their legitimate business interests require. If a court finds a limit too wide, it is to be enforced as far as the law allows.',
    ]),
    ...section(9, 'Remedies', [
      'Injunctions. A breach of this Agreement may cause harm that money alone does not repair. A party may therefore ask a court to order that a breach be stopped or prevented, on the showing and security that the law requires, in addition to any other remedy.',
      'Damages and costs. Neither party is liable to the other under this Agreement for punitive or exemplary damages, except where the law does not allow this limit. The party that prevails in a lawsuit to enforce this Agreement may recover its reasonable attorneys’ fees and court costs from the other.',
    ]),
    ...section(10, 'No License and No Commitment', [
      'Ownership. Confidential Information remains the property of the Discloser. This Agreement grants no license and no other right under any patent, copyright, trademark, or trade secret.',
      'No warranty. Each party confirms that it may share what it shares. Otherwise Confidential Information is provided as it is, without any warranty that it is accurate or complete.',
      'No duty to proceed. Neither party is bound by this Agreement to share any particular information, to enter into any other agreement, or to deal only with the other. Each may develop or acquire services that resemble the other’s, as long as it does so without breaching this Agreement.',
    ]),
    ...section(11, 'Governing Law and Courts', [
      'Florida law. The laws of the State of Florida govern this Agreement, without regard to rules that would lead to the law of another place.',
      'Florida courts. The state and federal courts located in Florida have exclusive jurisdiction over any lawsuit about this Agreement, and each party consents to their jurisdiction and venue. An order of these courts may be enforced wherever necessary.',
    ]),
    ...section(12, 'Electronic Signatures and Counterparts', [
      'Electronic signatures. The parties agree to sign this Agreement electronically. An electronic signature has the same effect as one by hand, as provided in the federal Electronic Signatures in Global and National Commerce Act (15 U.S.C. § 7001 and following) and in Florida’s Uniform Electronic Transaction Act (section 668.50, Florida Statutes).',
      'Signature of the Company. By offering this Agreement for signature in its Partner Portal under its name, the Company signs it, and is bound by it from the moment at which the Partner signs.',
      'Counterparts and copies. This Agreement may be signed in counterparts, which together are one agreement. Each party may keep and rely on an electronic copy as on an original.',
    ]),
    ...section(13, 'General Terms', [
      'Whole agreement. This Agreement is the whole agreement of the parties on its subject and replaces what they said or wrote about it before. A later agreement between them replaces it only where that agreement says so.',
      'Changes and waivers. A change to this Agreement must be in writing and signed by both parties. A party that does not enforce a right at once does not thereby give it up.',
      'Notices. A notice must be in writing. It may be sent by e-mail to the address that the other party has last given for the purpose, which for the Partner is the address in its profile in the Partner Portal, or by a courier that records delivery.',
      'Assignment. Neither party may transfer this Agreement without the other’s written consent, except to a successor to substantially all of the business that this Agreement concerns, who is then bound by it.',
      'Severability. If a term cannot be enforced, the other terms remain in force.',
      'Relationship. The parties are independent of each other. This Agreement makes neither the partner, agent, or employee of the other in law, and gives no rights to anyone else.',
    ]),
    heading('Signatures'),
    paragraph(
      'Each party has read this Agreement and agrees to it. Each person who signs confirms having the authority to bind the party named.',
    ),
    signature('For the Company', '{{companyName}}, by offering this Agreement in its Partner Portal'),
    signature('For the Partner', '{{recipientCompany}}'),
    signature('Name', '{{signerName}}'),
    signature('Title', '{{signerTitle}}'),
    signature('Signature Date', '{{signatureDate}}'),
  ],
}
