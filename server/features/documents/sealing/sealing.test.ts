import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { checkSealedPdf } from '#packages/sealed-pdf/check.ts'
import { checkTimestamp } from '#packages/sealed-pdf/timestamp.ts'
import { agreementEvents, documentSeals } from '#server/db/schema/evidence.ts'
import { uploads } from '#server/db/schema/files.ts'
import { listEvents } from '#server/domain-events/chain/data.ts'
import { eventHash, firstHash } from '#server/domain-events/chain/event-hash.ts'
import { sweepUploads } from '#server/features/files/actions.ts'
import { StorageError } from '#server/storage/object-store.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { documentIdOf } from '#test/partner-rows.ts'
import { createTestSealer, sealAll } from '#test/seals.ts'
import { signing } from '#test/signing.ts'
import { startMailServer } from '#test/smtp.ts'
import { startTimestampServer } from '../../../../packages/sealed-pdf/test-timestamp-server.ts'
import { getDocument } from '../data.ts'
import { getSeal } from './data.ts'

const portal = await createTestApp()
const authority = await startTimestampServer()
afterAll(async () => {
  await authority.stop()
  await portal.close()
})

/** Creates a partner who has signed their NDA, and returns them with the NDA's id. */
const signedNda = async () => {
  const partner = await createPartner(portal)
  const browser = await portal.signIn(partner.user)
  expect((await browser.post('/api/partner/documents', signing.nda)).statusCode).toBe(201)
  return { partner, browser, id: documentIdOf(partner, 'nda') }
}

/** Makes failed seals due at once, as if they had waited long enough. */
const makeDue = () => portal.db.update(documentSeals).set({ dueAt: new Date(0) })

describe('a signed agreement', () => {
  test('is stored under its hash when sealed, opens for its partner and staff only, and is never swept', async () => {
    const { partner, browser, id } = await signedNda()
    await sealAll(portal)
    const seal = await getSeal(portal.db, id)
    const [document] = (await browser.get('/api/partner/documents')).json()
    expect(document).toMatchObject({
      documentPath: seal?.sha256,
      fileType: 'pdf',
      evidence: { sealedAt: seal?.sealedAt?.toISOString() },
    })
    await portal.db.update(uploads).set({ createdAt: new Date(0) })
    await sweepUploads(portal.deps)
    const path = `/objects/${seal?.sha256}`
    const staff = await createUser(portal, { role: 'support' })
    for (const reader of [partner.user, staff]) {
      const response = await (await portal.signIn(reader)).get(path)
      expect(response.statusCode).toBe(200)
      expect(await checkSealedPdf(response.rawPayload)).toMatchObject({
        state: 'intact',
        sha256: seal?.sha256,
        certificateSha256: inject('signingIdentity').fingerprint,
      })
    }
    const other = await createPartner(portal, { status: 'completed' })
    expect((await (await portal.signIn(other.user)).get(path)).statusCode).toBe(404)
    expect((await portal.visit().get(path)).statusCode).toBe(401)
  })

  test('has a chain in which each event contains the hash of the one before', async () => {
    const { browser, id, partner } = await signedNda()
    await sealAll(portal)
    const { documentPath } = (await getDocument(portal.db, id)) ?? {}
    await browser.get(`/objects/${documentPath}`)
    const events = await listEvents(portal.db, id)
    expect(events.map(({ type }) => type)).toEqual(['created', 'consented', 'signed', 'sealed', 'downloaded'])
    let previousHash = firstHash
    for (const event of events) {
      expect(event.previousHash).toBe(previousHash)
      expect(event.hash).toBe(eventHash(event))
      previousHash = event.hash
    }
    expect(events.at(-1)?.data).toEqual({ by: partner.user.id })
  })

  test('records in its chain when its signer opened and read it, once an hour, and for nobody else', async () => {
    const partner = await createPartner(portal)
    const id = documentIdOf(partner, 'nda')
    const url = `/api/partner/documents/${id}/reading`
    const browser = await portal.signIn(partner.user)
    for (const step of ['opened', 'opened', 'read_to_end']) {
      expect((await browser.post(url, { step, agreementVersion: '2026-11-20' })).statusCode).toBe(204)
    }
    const events = await listEvents(portal.db, id)
    expect(events.map(({ type }) => type)).toEqual(['created', 'opened', 'read_to_end'])
    const opened = { step: 'opened', agreementVersion: '2026-11-20' }
    // PostgreSQL cannot store this character.
    expect((await browser.post(url, { ...opened, agreementVersion: 'a\0b' })).statusCode).toBe(400)
    const other = await portal.signIn((await createPartner(portal)).user)
    expect((await other.post(url, opened)).statusCode).toBe(404)
    const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
    expect((await staff.post(url, opened)).statusCode).toBe(404)
    await browser.post('/api/partner/documents', signing.nda)
    expect((await browser.post(url, { ...opened, step: 'read_to_end' })).statusCode).toBe(204)
    const after = (await listEvents(portal.db, id)).map(({ type }) => type)
    expect(after).toEqual(['created', 'opened', 'read_to_end', 'consented', 'signed'])
  })

  test('that was signed before there were seals is sealed, too, once, however many jobs run at once', async () => {
    const { id } = await signedNda()
    await portal.db.execute(sql`alter table agreement_events disable trigger all`)
    await portal.db.delete(agreementEvents).where(eq(agreementEvents.documentId, id))
    await portal.db.execute(sql`delete from agreement_chains where document_id = ${id}`)
    await portal.db.execute(
      sql`alter table agreement_events enable always trigger agreement_events_append_only`,
    )
    await Promise.all([sealAll(portal), sealAll(portal), sealAll(portal)])
    const events = await listEvents(portal.db, id)
    expect(events.map(({ type }) => type)).toEqual(['created', 'consented', 'signed', 'sealed'])
  })

  test('that was deleted before it was signed has a last event in its chain', async () => {
    const partner = await createPartner(portal)
    const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
    const added = await staff.post(`/api/admin/partners/${partner.profile.id}/documents`, {
      documentType: 'nda',
    })
    const { id } = added.json()
    const withdrawn = await staff.post(`/api/admin/documents/${id}/withdraw`, { reason: 'By mistake' })
    expect(withdrawn.statusCode).toBe(204)
    const events = await listEvents(portal.db, id)
    expect(events.map(({ type }) => type)).toEqual(['created', 'terms_changed', 'withdrawn'])
    const last = events.at(-1)
    expect(last && eventHash(last)).toBe(last?.hash)
  })
})

describe('when another server is unavailable', () => {
  test('signing works without the object store, and sealing catches up; until then, the reason is shown', async () => {
    const { store } = portal.deps
    const { write } = store
    store.write = () => Promise.reject(new StorageError('unavailable', new Error('The bucket is away')))
    const { id } = await signedNda()
    await sealAll(portal)
    store.write = write
    expect(await getSeal(portal.db, id)).toMatchObject({
      failures: 1,
      failure: 'storage: unavailable',
      sealedAt: null,
    })
    expect(portal.log.takeErrors()).toMatchObject([
      { documentId: id, msg: 'an agreement could not be sealed' },
    ])
    await sealAll(portal)
    expect(await getSeal(portal.db, id)).toMatchObject({ sealedAt: null })
    await makeDue()
    await sealAll(portal)
    expect(await getSeal(portal.db, id)).toMatchObject({ failure: null, sealedAt: expect.any(Date) })
  })

  test('a timestamp is in the seal or, if its server was unavailable, is added to the chain later', async () => {
    const sealer = createTestSealer(authority.url)
    const early = await signedNda()
    await sealAll(portal, sealer)
    expect(await getSeal(portal.db, early.id)).toMatchObject({ timestamp: 'included' })
    authority.state.behavior = 'error'
    const late = await signedNda()
    await sealAll(portal, sealer)
    expect(await getSeal(portal.db, late.id)).toMatchObject({
      timestamp: 'missing',
      sealedAt: expect.any(Date),
    })
    portal.log.takeErrors()
    authority.state.behavior = 'answer'
    await makeDue()
    await sealAll(portal, sealer)
    const seal = await getSeal(portal.db, late.id)
    expect(seal).toMatchObject({ timestamp: 'apart' })
    const { data } = (await listEvents(portal.db, late.id)).at(-1) ?? {}
    const token = Buffer.from(String(data?.token), 'base64')
    const stamped = await checkTimestamp(token, Buffer.from(seal?.sha256 ?? '', 'hex'))
    expect(stamped.authority).toContain('tsa')
  })
})

test('the operator is emailed once a day about agreements that cannot be sealed', async () => {
  const mailServer = await startMailServer()
  const settings = { SMTP_URL: mailServer.url, OPERATOR_EMAIL: 'operator@example.test' }
  const failing = await createTestApp({ settings, runsJobs: true })
  failing.deps.store.write = () => Promise.reject(new StorageError('full', new Error('No space left')))
  const partner = await createPartner(failing)
  const browser = await failing.signIn(partner.user)
  expect((await browser.post('/api/partner/documents', signing.nda)).statusCode).toBe(201)
  await expect
    .poll(async () => (await failing.db.select().from(documentSeals))[0]?.failures, { timeout: 30_000 })
    .toBe(1)
  expect(mailServer.mails).toHaveLength(0)
  await failing.db.update(documentSeals).set({ requestedAt: new Date(Date.now() - 16 * 60_000) })
  await Promise.all([sealAll(failing), sealAll(failing)])
  const mail = await mailServer.mailTo('operator@example.test')
  expect(mail.subject).toBe('Signed agreements cannot be sealed')
  expect(mail.text).toContain('One signed agreement has waited')
  expect(mail.text).toContain('storage: full')
  await sealAll(failing)
  expect(mailServer.mails).toHaveLength(1)
  expect(failing.log.takeErrors().length).toBeGreaterThan(1)
  await failing.close()
  await mailServer.stop()
})

test('the signer gets the sealed PDF by email, and the chain records it', async () => {
  const mailServer = await startMailServer()
  const sending = await createTestApp({ settings: { SMTP_URL: mailServer.url }, runsJobs: true })
  const partner = await createPartner(sending)
  const browser = await sending.signIn(partner.user)
  expect((await browser.post('/api/partner/documents', signing.nda)).statusCode).toBe(201)
  const id = documentIdOf(partner, 'nda')
  const mail = await mailServer.mailTo(partner.user.email)
  const [attachment] = mail.attachments
  expect(attachment).toMatchObject({ mimeType: 'application/pdf' })
  expect(attachment?.filename).toMatch(/^NDA signed \d{4}-\d\d-\d\d\.pdf$/)
  const bytes = attachment?.content as ArrayBuffer
  expect(await checkSealedPdf(new Uint8Array(bytes))).toMatchObject({ state: 'intact' })
  await expect
    .poll(async () => (await listEvents(sending.db, id)).map(({ type }) => type), { timeout: 30_000 })
    .toEqual(['created', 'consented', 'signed', 'sealed', 'copy_sent'])
  await sending.close()
  await mailServer.stop()
})
