import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { exampleContractValues } from '#contract/documents/agreements/example-values.ts'
import type { ReplacedTerms } from '#contract/documents/replaced-terms.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { sharedDocuments } from '#server/db/schema/shared.ts'
import { createTestApp } from '#test/app.ts'
import { createDocument, createPartner, createUser, sign, signedOnPaper } from '#test/factories.ts'

const portal = await createTestApp({ runsJobs: true })
const { db } = portal
afterAll(portal.close)

const browser = await portal.signIn(await createUser(portal, { role: 'admin' }))
const documentType = 'venue_partnership_agreement'
const url = '/api/admin/documents'

type Partner = Awaited<ReturnType<typeof createPartner>>

/** Creates a partner who has signed for an amount. */
const signedFor = (paymentAmount: string, partnerGroup?: string) =>
  createPartner(portal, {
    status: 'completed',
    paymentAmount,
    ...(partnerGroup && { user: { partnerGroup } }),
  })

const giveTo = async (partners: Partner[], body: object = {}) => {
  const assignedPartnerIds = partners.map(({ profile }) => profile.id)
  const response = await browser.post(url, {
    documentType,
    replacesEarlier: true,
    assignedPartnerIds,
    ...body,
  })
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}

const newestOf = async ({ user }: Partner) =>
  (await (await portal.signIn(user)).get('/api/partner/documents')).json().at(-1)

const termsOf = async (partner: Partner) => (await newestOf(partner)).appendixA

const listTerms = async (query: string): Promise<ReplacedTerms[]> =>
  (await browser.get(`/api/admin/agreement-types/${documentType}/replaced-terms?${query}`)).json()

/** Returns a partner's complete terms, as the form sends them. */
const rowOf = ({ profile }: Partner, terms: Record<string, string>) => ({
  partnerId: profile.id,
  appendixA: terms,
})

test('five partners sign the new text for the amounts of their former agreements, or for what staff changed', async () => {
  const amounts = ['11000', '12000', '13000', '14000', '15000']
  const partners = await Promise.all(amounts.map((amount) => signedFor(amount)))
  const [first] = partners as [Partner]
  const listed = await listTerms(`partners=${partners.map(({ profile }) => profile.id).join()}`)
  expect(listed.map(({ terms }) => terms.paymentAmount).sort()).toEqual(amounts)
  const terms = listed.find(({ partner }) => partner.id === first.profile.id)?.terms ?? {}
  // The new agreement does not take over the dates of the former one.
  const { partnershipDate: _made, partnershipSignatureDate: _signed, ...expected } = exampleContractValues
  const { recipientCompany: _company, ...agreed } = expected
  expect(terms).toMatchObject({ ...agreed, paymentAmount: '11000' })
  expect(terms).not.toHaveProperty('partnershipDate')
  expect(terms).not.toHaveProperty('partnershipSignatureDate')

  await giveTo(partners, { partnerTerms: [rowOf(first, { ...terms, paymentAmount: '11500' })] })
  const given = await Promise.all(partners.map(termsOf))
  expect(given.map(({ paymentAmount }) => paymentAmount)).toEqual(['11500', ...amounts.slice(1)])
  for (const each of given) expect(each.eventName).toBe(exampleContractValues.eventName)

  for (const partner of partners) await sign(portal, partner.user, documentType, (await newestOf(partner)).id)
  const signed = await Promise.all(partners.map(newestOf))
  expect(signed.map(({ signatureData }) => JSON.parse(signatureData).paymentAmount)).toEqual([
    '11500',
    ...amounts.slice(1),
  ])
})

test('the terms are listed for partners, a group, or everyone where neither is given', async () => {
  await signedFor('21000', 'Listed')
  const other = await signedFor('22000')
  const amountsOf = async (query: string) =>
    (await listTerms(query)).map(({ terms }) => terms.paymentAmount).sort()
  expect(await amountsOf('group=Listed')).toEqual(['21000'])
  expect(await amountsOf(`group=Listed&partners=${other.profile.id}`)).toEqual(['21000', '22000'])
  expect(await amountsOf('')).toEqual(expect.arrayContaining(['21000', '22000']))
})

describe('the agreed terms of a replaced agreement', () => {
  test('are taken over when one partner gets a new one, unless staff enter others', async () => {
    const partner = await signedFor('11000')
    const give = async (body: object) => {
      const response = await browser.post(`/api/admin/partners/${partner.profile.id}/documents`, {
        documentType,
        ...body,
      })
      return response.json().appendixA
    }
    expect(await give({ replacesEarlier: true })).toMatchObject({ paymentAmount: '11000' })
    expect(await give({ replacesEarlier: true, appendixA: { territory: 'Coast' } })).toEqual({
      territory: 'Coast',
    })
    expect(await give({})).toBeNull()
    const response = await browser.post(url, {
      ...{ documentType, replacesEarlier: true, partnerId: partner.profile.id },
      partnerTerms: [rowOf(partner, { paymentAmount: '9000' })],
    })
    expect(response.json().appendixA).toEqual({ paymentAmount: '9000' })
  })

  test('are taken over for a partner who joins the group later, and stay when the terms for all change', async () => {
    const group = 'Coast again'
    const member = await signedFor('11000', group)
    const shared = await giveTo([], { assignedGroup: group })
    const joiner = await signedFor('12000')
    const newcomer = await createPartner(portal, { user: { partnerGroup: group } })
    await browser.put(`/api/admin/users/${joiner.user.id}/partner-group`, { partnerGroup: group })
    expect((await termsOf(joiner)).paymentAmount).toBe('12000')
    const change = { appendixA: { paymentAmount: '1' } }
    const url = `/api/admin/shared-documents/${shared.id}`
    expect((await browser.put(url, change)).statusCode).toBe(200)
    expect((await termsOf(member)).paymentAmount).toBe('11000')
    expect(await termsOf(newcomer)).toEqual({ paymentAmount: '1' })
  })

  test('are those of the newest signed one that is not voided', async () => {
    const partner = await signedFor('11000')
    const partnerId = partner.profile.id
    const later = (paymentAmount: string, days: number, changes: object = {}) =>
      createDocument(portal, {
        ...{ partnerId, documentType, ...signedOnPaper(), appendixA: { paymentAmount } },
        signedAt: new Date(Date.now() + days * 86_400_000),
        ...changes,
      })
    await later('12000', 1)
    await later('13000', 2, { voidedAt: new Date(), voidReason: 'By mistake' })
    await giveTo([partner])
    expect(await termsOf(partner)).toEqual({ paymentAmount: '12000' })
  })

  test('are those of the profile if the first one was signed on paper', async () => {
    const partner = await createPartner(portal, { paymentAmount: '7000', territory: 'Inland' })
    await db
      .update(partnerDocuments)
      .set(signedOnPaper())
      .where(eq(partnerDocuments.partnerId, partner.profile.id))
    await giveTo([partner])
    expect(await termsOf(partner)).toEqual({ paymentAmount: '7000', territory: 'Inland' })
  })

  test('are none for a partner who has signed nothing, and for a type without terms', async () => {
    const [signed, other] = [await signedFor('11000'), await createPartner(portal)]
    await giveTo([signed, other])
    expect(await termsOf(other)).toBeNull()
    const [nda] = (await (
      await browser.get(`/api/admin/agreement-types/nda/replaced-terms?partners=${signed.profile.id}`)
    ).json()) as ReplacedTerms[]
    expect(nda?.terms).toEqual({})
  })
})

test('the terms of an erased partner are removed from agreements for several partners', async () => {
  const partner = await createPartner(portal)
  const other = await createPartner(portal)
  const { id } = await giveTo([partner, other], {
    partnerTerms: [rowOf(partner, { territory: 'zanzibar' }), rowOf(other, { territory: 'Coast' })],
  })
  const erased = await browser.post(`/api/admin/users/${partner.user.id}/erasure`, {
    email: partner.user.email,
  })
  expect(erased.statusCode, erased.body).toBe(200)
  const [row] = await db.select().from(sharedDocuments).where(eq(sharedDocuments.id, id))
  expect(Object.keys(row?.partnerTerms ?? {})).toEqual([other.profile.id])
})

test.each([
  ['a date that is none', { partnershipDate: 'soon' }],
  ['a term that is too long', { territory: 'x'.repeat(2_001) }],
  ['a term that there is not', { color: 'red' }],
])('refuses %s for one partner as the form for one does', async (_what, appendixA) => {
  const partner = await signedFor('11000')
  const body = {
    ...{ documentType, replacesEarlier: true, assignedPartnerIds: [partner.profile.id] },
    partnerTerms: [{ partnerId: partner.profile.id, appendixA }],
  }
  expect((await browser.post(url, body)).statusCode).toBe(400)
})
