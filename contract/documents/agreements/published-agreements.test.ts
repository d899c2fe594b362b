import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Agreement, agreementFields, builtInTypes } from './agreement.ts'
import { agreementForms } from './agreement-forms.ts'
import { firstAgreements } from './agreements.ts'
import { agreementText } from './draw-agreement.ts'
import { exampleContractValues, exampleNdaValues } from './example-values.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const exampleAmendmentValues = {
  formerName: 'Harborview Hall LLC',
  recipientCompany: 'Seaside Hall LLC',
  amendedAgreements:
    'Venue Partnership Agreement, signed on December 2, 2026\nNon-Disclosure Agreement, signed on November 21, 2026',
  signerName: 'Dana Whitfield',
  signerTitle: 'General Manager',
  signatureDate: '2027-01-15',
}

const examples = {
  nda: exampleNdaValues,
  venue_partnership_agreement: exampleContractValues,
  party__amendment: exampleAmendmentValues,
}

/** The hash of each version's blocks, and of its text with the example values, which also pins how values are drawn. */
const pinned: Record<string, { blocks: string; text: string }> = {
  'nda 2026-11-20': {
    blocks: '4467937034001e60db7369d7b3643ca75c9fcab73da8594ab9459c641f5b8856',
    text: '6fc469539b7aa52ee70bb4d9553faa49a35832835cfefab80d16963413aa67f6',
  },
  'party__amendment 2026-11-29': {
    blocks: '746e11ed33d98f8dc6d31bd328d59ddef29f12a22a7ad93fe1dc12d91c03ba05',
    text: 'a66f404661c1fb2173958d81c34ded15d85c42e0727ca4800a7f1a6762189886',
  },
  'venue_partnership_agreement 2026-11-20': {
    blocks: '1b55118dd7416541d000018adb98e9d15f337bf694816914f4864da87ee98f14',
    text: 'a20c69798a60ba43386be9df83996bdb20cdbff137936ed193cb9cec7f295582',
  },
}

const slotsOf = (agreement: Agreement) =>
  new Set(agreement.blocks.flatMap(({ text }) => [...text.matchAll(/\{\{(.*?)\}\}/g)].map((slot) => slot[1])))

const headingsOf = (agreement: Agreement) =>
  agreement.blocks.filter((block) => block.kind === 'heading').map((block) => block.text)

describe.each(
  builtInTypes.map((type) => [nameOf(firstAgreements[type]), type, firstAgreements[type]] as const),
)('%s', (name, type, agreement) => {
  test('is unchanged since it was published', () => {
    const actual = {
      blocks: sha256(JSON.stringify(agreement.blocks)),
      text: sha256(agreementText(agreement, examples[type], 'Example Health Inc.')),
    }
    expect(
      actual,
      `${name} is published and signatures refer to it. Leave it as it was: copy it to a file with a new date, ` +
        'change that one, and list it in agreements.ts. Where the drawing changed, what was signed would read differently.',
    ).toEqual(pinned[name])
  })

  test('has a slot in its text for every field, and a field for every slot', () => {
    const names = agreementFields(agreement).map((field) => field.name)
    expect(slotsOf(agreement)).toEqual(new Set(['companyName', ...names]))
    expect(new Set(names).size).toBe(names.length)
  })

  test('shows every value before its optional appendices', () => {
    const appendices = agreement.blocks.findIndex((block) => block.text.startsWith('Appendix A'))
    const blocks = appendices < 0 ? agreement.blocks : agreement.blocks.slice(0, appendices)
    expect(slotsOf({ ...agreement, blocks })).toEqual(slotsOf(agreement))
  })

  test('refers only to clauses and sections that exist', () => {
    const numbers = new Set(agreement.blocks.map((block) => block.number?.replace(/\.$/, '')))
    const texts = agreement.blocks.map((block) => `${block.label ?? ''} ${block.text}`).join('\n')
    const references = [
      ...texts.matchAll(/\b(?:clause|section)s? ((?:\d+(?:\.\d+)?(?:, and |, | and | or )?)+)/gi),
    ]
      .flatMap((match) => match[1]?.match(/\d+(?:\.\d+)?/g) ?? [])
      .filter((reference) => reference !== '7' && reference !== '668.50')
    expect(references.length).toBeGreaterThan(0)
    expect(references.filter((reference) => !numbers.has(reference))).toEqual([])
  })

  test('has no typographical errors', () => {
    for (const { text } of agreement.blocks) {
      expect(text).toBe(text.trim())
      expect(text).not.toMatch(/["'\n\t]| {2}|\bTBD\b|\[/)
      expect(text.replace(/\{\{\w+\}\}/g, '')).not.toMatch(/[{}]/)
    }
  })
})

test('every agreement has its type, the form of this type, and a pinned hash', () => {
  for (const documentType of builtInTypes) {
    const agreement = firstAgreements[documentType]
    expect(agreement.documentType).toBe(documentType)
    expect(agreement).toMatchObject(agreementForms[documentType])
    expect(Object.keys(pinned)).toContain(nameOf(agreement))
  }
})

test('the NDA covers its subjects and names Florida', () => {
  expect(headingsOf(firstAgreements.nda)).toEqual([
    'Definitions',
    'What Is Not Confidential Information',
    'Obligations',
    'Required Disclosure',
    'Healthcare Privacy',
    'Return and Destruction',
    'Term and Survival',
    'Non-Solicitation',
    'Remedies',
    'No License and No Commitment',
    'Governing Law and Courts',
    'Electronic Signatures and Counterparts',
    'General Terms',
    'Signatures',
  ])
  const text = agreementText(firstAgreements.nda, {}, 'Example Health Inc.')
  expect(text).toContain('The laws of the State of Florida govern this Agreement')
  expect(text).toContain('45 C.F.R. § 160.103')
})

test('the contract has the clauses 1 to 6 and 8 to 11 with their subjects, then four optional appendices', () => {
  const clauses = firstAgreements.venue_partnership_agreement.blocks
    .filter((block) => block.kind === 'heading' && block.number)
    .map((block) => `${block.number} ${block.text}`)
  expect(clauses).toEqual([
    '1. Scope of the Partnership',
    '2. Deliverables',
    '3. Timeline',
    '4. Payment',
    '5. Attendance',
    '6. Cancellation',
    '8. Confidentiality',
    '9. Liability',
    '10. Disputes and Arbitration',
    '11. General Terms',
  ])
  expect(headingsOf(firstAgreements.venue_partnership_agreement).slice(-4)).toEqual([
    'Appendix A: Event Terms (optional)',
    'Appendix B: Marketing Materials and Brand Use (optional)',
    'Appendix C: Event-Day Operations and Safety (optional)',
    'Appendix D: Data and Privacy (optional)',
  ])
})

test('the contract limits liability to the partnership fee and sends disputes to arbitration', () => {
  const text = agreementText(
    firstAgreements.venue_partnership_agreement,
    exampleContractValues,
    'Example Health Inc.',
  )
  expect(text).toContain('is limited to the amount of the Partnership Fee, which is $12,500.')
  expect(text).toContain('binding arbitration')
  expect(text).toContain('seated in Miami-Dade County, Florida.')
})

test('the forms have the fields and labels of the specification, in its order', () => {
  const labels = (agreement: Agreement) => agreementFields(agreement).map((field) => field.label)
  expect(labels(firstAgreements.nda)).toEqual([
    'Agreement Date',
    'Your Company Name',
    'Your Full Name',
    'Your Title',
    'Signature Date',
    'Venue/Location',
  ])
  expect(labels(firstAgreements.venue_partnership_agreement)).toEqual([
    'Agreement Date',
    'Your Company Name',
    'Event Name(s)',
    'Event Dates',
    'Event Setup Time',
    'Event End Time',
    'Setup/Takedown/Security Details',
    'Days Before Event for Collateral Delivery',
    'Exclusivity Territory',
    'Partnership Fee Amount',
    'Deposit Percentage',
    'Days Before Event for Balance Payment',
    'Days for Additional Cost Payment',
    'Expected Number of Guests',
    'Days Notice for Capacity Changes',
    'Cancellation Notice Period',
    'Short Cancellation Period',
    'Jurisdiction for Disputes',
    'Signer Full Name',
    'Signer Title',
    'Signature Date',
  ])
})

function nameOf(agreement: Agreement) {
  return `${agreement.documentType} ${agreement.version}`
}
