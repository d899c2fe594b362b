import { afterAll, describe, expect, test } from 'vitest'
import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import { formOf } from '#contract/documents/agreements/own-fields.ts'
import { agreementVersions } from '#server/db/schema/agreement-types.ts'
import { createAgreementType } from '#test/agreement-types.ts'
import { createTestApp } from '#test/app.ts'
import { createDocument, createPartner } from '#test/factories.ts'
import { signaturesOf } from '#test/partner-rows.ts'
import { signing } from '#test/signing.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/partner/documents'

const today = new Date()
const daysFromNow = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
const notToday = `Today is ${today.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}. Enter today's date.`

describe('signing is refused with the name of the field', () => {
  const ndaMissing = 'Please fill in all required fields above'
  const contractMissing = 'Please fill in all required partnership agreement fields above'

  type Refusal = [type: keyof typeof signing, field: string, value: unknown, message: string]

  test.each<Refusal>([
    ...Object.keys(exampleNdaValues).map((field): Refusal => ['nda', field, '', ndaMissing]),
    ...Object.keys(exampleContractValues).map(
      (field): Refusal => ['venue_partnership_agreement', field, undefined, contractMissing],
    ),
    ['nda', 'digitalSignature', ' ', 'A signature is required'],
    ['nda', 'ndaDate', '2026-02-30', 'Enter a date'],
    ['nda', 'signerName', 'a\u202eb', 'Remove tabs and invisible characters'],
    ['nda', 'signerName', 'x'.repeat(201), 'Enter at most 200 characters'],
    ['nda', 'eventName', 'Spring', 'Unknown field'],
    ['venue_partnership_agreement', 'paymentAmount', '$12,500', 'Enter a number'],
    ['venue_partnership_agreement', 'depositPercentage', '101', 'Enter a number from 0 to 100'],
    ['venue_partnership_agreement', 'expectedGuests', '1.5', 'Enter a whole number of guests'],
    ['venue_partnership_agreement', 'collateralDays', 14, 'Enter text'],
    ['nda', 'signatureDate', '2031-01-01', notToday],
    ['nda', 'signatureDate', daysFromNow(-3), notToday],
    ['venue_partnership_agreement', 'partnershipSignatureDate', daysFromNow(3), notToday],
  ])('in %s: %s = %j: %s', async (documentType, field, value, message) => {
    const partner = await createPartner(portal)
    const response = await (await portal.signIn(partner.user)).post(url, {
      documentType,
      signatureData: { ...signing[documentType].signatureData, [field]: value },
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      message,
      code: 'bad_request',
      fields: { [`signatureData.${field}`]: message },
    })
    expect(await signaturesOf(portal, partner)).toEqual([])
  })

  test.each<[string, unknown, string]>([
    ['documentType', { ...signing.nda, documentType: 'lease' }, 'documentType'],
    ['missing values', { documentType: 'nda' }, 'signatureData'],
    ['values that are no JSON', { documentType: 'nda', signatureData: '{' }, 'signatureData'],
    [
      'values with a field that only looks like none',
      { documentType: 'nda', signatureData: '{"__proto__":{"signerName":"x"}}' },
      'signatureData.__proto__',
    ],
    ['values that are a list', { documentType: 'nda', signatureData: '[]' }, 'signatureData'],
    [
      'values of the other agreement',
      { ...signing.nda, documentType: 'venue_partnership_agreement' },
      'signatureData.ndaDate',
    ],
    ['malformed documentId', { ...signing.nda, documentId: '7' }, 'documentId'],
  ])('for %s', async (_what, body, field) => {
    const partner = await createPartner(portal)
    const response = await (await portal.signIn(partner.user)).post(url, body)
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().fields)).toContain(field)
    expect(await signaturesOf(portal, partner)).toEqual([])
  })
})

test('an agreement whose values make it too long to be sealed is refused, even if its text is older than the limit', async () => {
  const partner = await createPartner(portal)
  const documentType = await createAgreementType(portal)
  await portal.db.insert(agreementVersions).values({
    ...formOf([{ name: 'details', label: 'Details', kind: 'long-text' }]),
    documentType,
    version: '2026-11-20',
    publishedAt: today,
    title: 'Release',
    blocks: [{ kind: 'paragraph', text: '{{details}} '.repeat(3_000) }],
  })
  await createDocument(portal, { partnerId: partner.profile.id, documentType })
  const browser = await portal.signIn(partner.user)
  const sign = (details: string) =>
    browser.post(url, {
      documentType,
      signatureData: {
        details,
        recipientCompany: 'Northwind',
        signerName: 'Dana Whitfield',
        signerTitle: 'Owner',
        signatureDate: daysFromNow(0),
        digitalSignature: '/s/ Dana Whitfield',
      },
    })
  const refused = await sign('x'.repeat(2_000))
  expect(refused.statusCode).toBe(400)
  expect(refused.json().message).toBe(
    'Filled in, this agreement has more than 300,000 characters, which cannot be sealed. Shorten the longest entries.',
  )
  expect(await signaturesOf(portal, partner)).toEqual([])
  expect((await sign('short')).statusCode).toBe(201)
})
