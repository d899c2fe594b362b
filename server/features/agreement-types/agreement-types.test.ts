import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { AgreementTypeDetails } from '#contract/agreement-types.ts'
import { writeAgreementSource } from '#contract/documents/agreements/agreement-source.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { agreementVersions } from '#server/db/schema/agreement-types.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { cookieOf } from '#test/chat-client.ts'
import { openEvents } from '#test/event-stream.ts'
import { createPartner, createUser, sign } from '#test/factories.ts'
import { documentIdOf, signaturesOf } from '#test/partner-rows.ts'
import { signing } from '#test/signing.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/admin/agreement-types'
const admin = await createUser(portal, { role: 'admin' })
const staff = await portal.signIn(admin)

const detailsOf = async (type: string): Promise<AgreementTypeDetails> =>
  (await staff.get(`${url}/${type}`)).json()

/** Publishes the draft of a type as it is. */
const publish = async (type: string) => {
  const { draft } = await detailsOf(type)
  return staff.post(`${url}/${type}/draft/publish`, { updatedAt: draft?.updatedAt })
}

let count = 0
/** Creates a type for one test, with a draft that can be published. */
const createType = async () => {
  count += 1
  const created = await staff.post(url, { name: `Photo Release ${count}` })
  expect(created.statusCode).toBe(201)
  return created.json().id as string
}

const ndaSource = (change: string) => `${writeAgreementSource(firstAgreements.nda.blocks)}\n\n${change}`

const publishNda = async (change: string) => {
  const body = { title: firstAgreements.nda.title, source: ndaSource(change) }
  expect((await staff.put(`${url}/nda/draft`, body)).statusCode).toBe(200)
  const published = await publish('nda')
  expect(published.statusCode).toBe(200)
  return published.json().version as string
}

test('the two types of onboarding exist, with the texts that come with the portal in force', async () => {
  const types = (await staff.get(url)).json()
  expect(types.slice(0, 2)).toMatchObject([
    { id: 'nda', name: 'NDA', isOffered: true, version: '2026-11-20', draftSavedAt: null },
    { id: 'venue_partnership_agreement', name: 'Venue Partnership Agreement', isOffered: true },
  ])
  const version = await staff.get(`${url}/nda/versions/2026-11-20`)
  expect(version.json()).toEqual(JSON.parse(JSON.stringify(firstAgreements.nda)))
})

describe('publishing a draft', () => {
  test('lets partners sign the new text, and leaves what was signed as it was', async () => {
    const before = await createPartner(portal)
    const signedBefore = await portal.signIn(before.user)
    await signedBefore.post('/api/partner/documents', signing.nda)
    const version = await publishNda('5.9 One more clause for {{recipientCompany}}.')
    const after = await createPartner(portal)
    const browser = await portal.signIn(after.user)
    const open = (await browser.get(`/api/partner/documents/${documentIdOf(after, 'nda')}/agreement`)).json()
    expect(open.version).toBe(version)
    expect(open.blocks.at(-1)).toEqual({
      kind: 'clause',
      number: '5.9',
      text: 'One more clause for {{recipientCompany}}.',
    })
    const stale = await browser.post('/api/partner/documents', {
      ...signing.nda,
      agreementVersion: '2026-11-20',
    })
    expect(stale.statusCode).toBe(409)
    expect((await browser.post('/api/partner/documents', signing.nda)).statusCode).toBe(201)
    const [signature] = await signaturesOf(portal, after)
    expect(signature?.agreementVersion).toBe(version)
    expect(signature?.agreementText).toContain('One more clause for Harborview Hall LLC.')

    const read = await signedBefore.get(`/api/partner/documents/${documentIdOf(before, 'nda')}/agreement`)
    expect(read.json()).toEqual(JSON.parse(JSON.stringify(firstAgreements.nda)))
    const { versions, draft, pending } = await detailsOf('nda')
    expect(draft).toBeNull()
    expect(versions).toMatchObject([
      { version, signed: 1, publishedBy: { id: admin.id } },
      { version: '2026-11-20', signed: 1, publishedBy: null },
    ])
    expect(pending).toBe(0)
  })

  test('makes the open pages of partners read the new text', async () => {
    const browser = await portal.signIn((await createPartner(portal)).user)
    const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const events = await openEvents(address, cookieOf(browser))
    await publishNda('5.9 A clause for those who read it now.')
    await events.waitForPath('/api/partner/documents')
    await events.close()
  })

  test('lists who has signed an earlier text, until they have one to sign, have signed it, or theirs is void', async () => {
    await using own = await createTestApp()
    const browser = await own.signIn(await createUser(own, { role: 'admin' }))
    const earlier = async () => (await browser.get(`${url}/nda`)).json().signedEarlier
    const [first, second, onPaper, voided, ended] = await Promise.all(
      [1, 2, 3, 4, 5].map(() => createPartner(own)),
    )
    if (!first || !second || !onPaper || !voided || !ended) throw new Error('no partners')
    for (const { user } of [first, second, voided, ended]) await sign(own, user, 'nda')
    await browser.put(`/api/partner/documents/${documentIdOf(onPaper, 'nda')}`, { status: 'signed' })
    await createPartner(own)
    expect(await earlier()).toEqual({ count: 0, partnerIds: [] })

    await browser.put(`${url}/nda/draft`, {
      title: firstAgreements.nda.title,
      source: ndaSource('5.9 One more clause.'),
    })
    const { draft } = (await browser.get(`${url}/nda`)).json()
    await browser.post(`${url}/nda/draft/publish`, { updatedAt: draft.updatedAt })
    await browser.post(`/api/admin/documents/${documentIdOf(voided, 'nda')}/void`, {
      reason: 'Wrong company',
    })
    await browser.put(`/api/admin/documents/${documentIdOf(ended, 'nda')}/dates`, {
      effectiveOn: null,
      endsOn: '2026-01-01',
    })
    const ids = [first, second, onPaper].map(({ profile }) => profile.id)
    expect(await earlier()).toEqual({ count: 3, partnerIds: ids })

    const asked = await browser.post('/api/admin/documents', {
      partnerId: null,
      assignedGroup: null,
      assignedPartnerIds: ids.slice(0, 1),
      documentType: 'nda',
      replacesEarlier: true,
    })
    expect(asked.statusCode).toBe(201)
    expect(await earlier()).toEqual({ count: 2, partnerIds: ids.slice(1) })
    const response = await (await own.signIn(first.user)).post('/api/partner/documents', signing.nda)
    expect(response.statusCode).toBe(201)
    expect(await earlier()).toEqual({ count: 2, partnerIds: ids.slice(1) })
  })

  test('gives several versions of a day different numbers', async () => {
    const first = await publishNda('5.9 Another.')
    const second = await publishNda('5.9 And another.')
    expect(second).not.toBe(first)
    expect(second.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10))
    expect((await detailsOf('nda')).versions[0]?.version).toBe(second)
  })

  test('is refused when the text cannot be signed, and the response says what is missing', async () => {
    const type = await createType()
    const { draft } = await detailsOf(type)
    const body = { title: 'Photo Release', source: '1.1 About {{event}} and {{ x', fields: [] }
    await staff.put(`${url}/${type}/draft`, { ...body, updatedAt: draft?.updatedAt })
    const refused = await publish(type)
    expect(refused.statusCode).toBe(400)
    const { source } = refused.json().fields
    expect(source).toContain('There is no field for {{event}}.')
    expect(source).toContain(
      '“Your Full Name” has no place in the text: put {{signerName}} where it belongs.',
    )
    expect((await detailsOf(type)).isOffered).toBe(false)
  })

  test('is refused when nothing has changed', async () => {
    const { versions } = await detailsOf('venue_partnership_agreement')
    const { title, blocks } = firstAgreements.venue_partnership_agreement
    await staff.put(`${url}/venue_partnership_agreement/draft`, {
      title,
      source: writeAgreementSource(blocks),
    })
    const refused = await publish('venue_partnership_agreement')
    expect(refused.json().message).toBe('Nothing has changed since version 2026-11-20.')
    expect((await detailsOf('venue_partnership_agreement')).versions).toEqual(versions)
    expect((await staff.remove(`${url}/venue_partnership_agreement/draft`)).statusCode).toBe(204)
  })

  test('happens once when it is requested several times at once', async () => {
    const type = await createType()
    const { draft } = await detailsOf(type)
    const send = () => staff.post(`${url}/${type}/draft/publish`, { updatedAt: draft?.updatedAt })
    const responses = await Promise.all([send(), send(), send()])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404])
    expect((await detailsOf(type)).versions).toHaveLength(1)
  })
})

describe('a draft', () => {
  test('is not saved over what somebody else has saved meanwhile', async () => {
    const type = await createType()
    const { draft } = await detailsOf(type)
    const body = { title: 'One', source: 'One', updatedAt: draft?.updatedAt }
    expect((await staff.put(`${url}/${type}/draft`, body)).statusCode).toBe(200)
    expect((await staff.put(`${url}/${type}/draft`, { ...body, title: 'Two' })).statusCode).toBe(409)
    expect((await staff.put(`${url}/${type}/draft`, { ...body, updatedAt: null })).statusCode).toBe(409)
    expect((await detailsOf(type)).draft?.title).toBe('One')
    const unseen = await staff.post(`${url}/${type}/draft/publish`, { updatedAt: draft?.updatedAt })
    expect(unseen.statusCode).toBe(409)
    await staff.remove(`${url}/${type}/draft`)
    expect((await staff.put(`${url}/${type}/draft`, body)).statusCode).toBe(409)
    expect((await staff.put(`${url}/${type}/draft`, { ...body, updatedAt: null })).statusCode).toBe(200)
  })

  test('of a type of onboarding keeps its fields', async () => {
    const fields = [{ name: 'event', label: 'Event', kind: 'text' }]
    const refused = await staff.put(`${url}/nda/draft`, { title: 'NDA', source: 'Text', fields })
    expect(refused.json().fields).toEqual({ fields: 'The fields of this agreement cannot change' })
  })

  test.each([
    [[{ name: 'signerName', label: 'Name', kind: 'text' }], { 'fields.0.name': 'This name is taken' }],
    [
      [
        { name: 'event', label: 'Event', kind: 'text' },
        { name: 'event', label: 'Event', kind: 'date' },
      ],
      { 'fields.1.name': 'This name is taken' },
    ],
    [
      [{ name: '__proto__', label: 'x', kind: 'text' }],
      { 'fields.0.name': 'Begin with a small letter; only letters and digits' },
    ],
    [
      [{ name: 'event', label: '', kind: 'wish' }],
      { 'fields.0.label': 'A label is required', 'fields.0.kind': 'Choose a kind' },
    ],
  ])('with the fields %j is refused', async (fields, problems) => {
    const type = await createType()
    const refused = await staff.put(`${url}/${type}/draft`, { title: 'Release', source: 'Text', fields })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().fields).toEqual(problems)
  })
})

test('an agreement of a further type with fields of its own is given, signed and shown', async () => {
  const type = await createType()
  const source = [
    '# Photo Release',
    '1.1 {{recipientCompany}} lets {{companyName}} publish {{count}} pictures of {{event}} for {{fee}}.',
    '> Name: {{signerName}}, {{signerTitle}}, {{signatureDate}}',
  ].join('\n\n')
  const fields = [
    { name: 'event', label: 'Event', kind: 'text' },
    { name: 'count', label: 'Pictures', kind: 'guests' },
    { name: 'fee', label: 'Fee', kind: 'dollars' },
  ]
  await staff.put(`${url}/${type}/draft`, { title: 'Photo Release', source, fields })
  const partner = await createPartner(portal)
  const give = () => staff.post(`/api/admin/partners/${partner.profile.id}/documents`, { documentType: type })
  expect((await give()).json().fields).toEqual({ documentType: 'Choose one of the agreements' })
  await publish(type)
  const given = await give()
  expect(given.json()).toMatchObject({
    documentName: expect.stringMatching(/^Photo Release \d+$/),
    documentTitle: 'Photo Release',
  })

  const browser = await portal.signIn(partner.user)
  const sign = (values: object) =>
    browser.post('/api/partner/documents', {
      documentType: type,
      signatureData: {
        recipientCompany: 'Harborview Hall LLC',
        signerName: 'Dana Whitfield',
        signerTitle: 'General Manager',
        signatureDate: new Date().toISOString().slice(0, 10),
        event: 'Spring Gala',
        count: '1200',
        digitalSignature: '/s/ Dana Whitfield',
        ...values,
      },
    })
  expect((await sign({})).json().fields).toEqual({
    'signatureData.fee': 'Please fill in all required fields above',
  })
  expect((await sign({ fee: 'much' })).json().fields).toEqual({ 'signatureData.fee': 'Enter a number' })
  const signed = await sign({ fee: '250' })
  expect(signed.statusCode).toBe(201)
  const signatures = await signaturesOf(portal, partner)
  const signature = signatures.find(({ documentId }) => documentId === signed.json().id)
  expect(signature?.signerName).toBe('Dana Whitfield')
  expect(signature?.agreementText).toContain('publish 1,200 guests pictures of Spring Gala for $250')
  // An agreement of this type does not complete onboarding.
  expect((await browser.get('/api/partner/profile')).json().onboardingStatus).toBe('documents')

  expect((await staff.post(`${url}/${type}/archive`, {})).json()).toMatchObject({ isOffered: false })
  expect((await give()).statusCode).toBe(400)
  const read = await browser.get(`/api/partner/documents/${signed.json().id}/agreement`)
  expect(read.json().title).toBe('Photo Release')
  expect((await staff.post(`${url}/${type}/restore`, {})).json()).toMatchObject({ isOffered: true })
  expect((await give()).statusCode).toBe(201)
})

test('a renamed type has its new name in every list, and two types cannot have the same name', async () => {
  const [one, other] = [await createType(), await createType()]
  const { name, updatedAt } = await detailsOf(other)
  const taken = await staff.put(`${url}/${one}`, { name: name.toUpperCase(), isCountersigned: false })
  expect(taken.statusCode).toBe(409)
  expect(taken.json().fields).toEqual({ name: 'An agreement type with this name already exists.' })
  const both = await Promise.all(
    [one, other].map((type) => staff.put(`${url}/${type}`, { name: 'Image Release', isCountersigned: true })),
  )
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const late = await staff.put(`${url}/${other}`, {
    name: 'Late',
    isCountersigned: false,
    updatedAt: '2020-01-01T00:00:00Z',
  })
  expect(late.statusCode).toBe(409)
  expect(updatedAt).toBeTruthy()
  const added = await Promise.all([1, 2].map(() => staff.post(url, { name: 'Guest List' })))
  expect(added.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
})

test('the types of onboarding cannot be archived', async () => {
  const refused = await staff.post(`${url}/nda/archive`, {})
  expect(refused.statusCode).toBe(409)
})

test('each change is recorded in the audit log', async () => {
  const author = await createUser(portal, { role: 'admin' })
  const browser = await portal.signIn(author)
  const { id } = (await browser.post(url, { name: 'Loan of Equipment' })).json()
  await browser.put(`${url}/${id}`, { name: 'Equipment Loan', isCountersigned: true })
  for (const source of ['T', 'Te', 'Text']) {
    await browser.put(`${url}/${id}/draft`, { title: 'Equipment Loan', source })
  }
  await staff.put(`${url}/${id}/draft`, { title: 'Equipment Loan', source: 'Text of another' })
  await browser.remove(`${url}/${id}/draft`)
  const events = await auditEventsOf(portal, author)
  expect(events.map(({ action, subjectName }) => [action, subjectName])).toEqual(
    expect.arrayContaining([
      ['agreement_type.created', 'Loan of Equipment'],
      ['agreement_type.changed', 'Loan of Equipment'],
      ['agreement_text.draft_saved', 'Equipment Loan'],
      ['agreement_text.draft_discarded', 'Equipment Loan'],
    ]),
  )
  // A draft that is saved while it is typed is one line for each admin who works on it.
  const saved = [...events, ...(await auditEventsOf(portal, admin))].filter(
    ({ action, subjectName }) => action === 'agreement_text.draft_saved' && subjectName === 'Equipment Loan',
  )
  expect(saved).toHaveLength(2)
})

test.each([
  ['changed', sql`update agreement_versions set title = 'x' where published_at is not null`],
  ['deleted', sql`delete from agreement_versions where published_at is not null`],
])('a published text cannot be %s in the database', async (_what, statement) => {
  await expect(portal.db.execute(statement)).rejects.toMatchObject({
    cause: expect.objectContaining({ message: 'evidence is only ever added to' }),
  })
  expect(await portal.db.$count(agreementVersions, eq(agreementVersions.title, 'x'))).toBe(0)
})
