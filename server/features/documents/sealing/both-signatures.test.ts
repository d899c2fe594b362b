import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { checkSealedPdf } from '#packages/sealed-pdf/check.ts'
import { documentSeals } from '#server/db/schema/evidence.ts'
import { uploads } from '#server/db/schema/files.ts'
import { listEvents } from '#server/domain-events/chain/data.ts'
import { sweepUploads } from '#server/features/files/actions.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { StorageError } from '#server/storage/object-store.ts'
import { createTestApp } from '#test/app.ts'
import { awaitingCompany, countersign, createCountersigned } from '#test/countersigning.ts'
import { createPartner } from '#test/factories.ts'
import { readPdf } from '#test/pdf-programs.ts'
import { createTestSealer, sealAll } from '#test/seals.ts'
import { startMailServer } from '#test/smtp.ts'
import { startTimestampServer } from '../../../../packages/sealed-pdf/test-timestamp-server.ts'
import { getDocument } from '../data.ts'
import { verifyEvidence } from '../proof/verify-evidence.ts'
import { getSeal } from './data.ts'

const portal = await createTestApp()
afterAll(() => portal.close())

/** Creates an NDA that was sealed once with the partner's signature, and again with both. */
const sealedTwice = async () => {
  const { partner, id, textSha256 } = await awaitingCompany(portal)
  await sealAll(portal)
  const first = await getDocument(portal.db, id)
  await countersign(portal, id, textSha256)
  await sealAll(portal)
  const seals = {
    first: await getSeal(portal.db, id),
    second: await getSeal(portal.db, id, 'countersignature'),
  }
  return { partner, id, pathBefore: first?.documentPath, ...seals }
}

const typesOf = async (id: string) => (await listEvents(portal.db, id)).map(({ type }) => type)
const verify = () => verifyEvidence({ db: portal.db, store: portal.deps.store })

describe('an agreement that the company signs', () => {
  test('is sealed again under a hash and a code of its own, with both signatures and all events', async () => {
    const { id, pathBefore, first, second } = await sealedTwice()
    expect(first?.sha256).toBe(pathBefore)
    expect(second?.sha256).not.toBe(first?.sha256)
    expect(second?.code).not.toBe(first?.code)
    expect(await getDocument(portal.db, id)).toMatchObject({
      documentPath: second?.sha256,
      evidence: { sealedAt: first?.sealedAt },
      countersignature: { sealedAt: second?.sealedAt },
    })
    expect(await typesOf(id)).toEqual(['created', 'consented', 'signed', 'sealed', 'countersigned', 'sealed'])
    const events = await listEvents(portal.db, id)
    const bytes = await buffer(await portal.deps.store.read(fileKey(second?.sha256 ?? '')))
    const reader = readPdf(bytes)
    expect(await reader.signatures()).toMatch(/Total document signed[\s\S]*Signature is Valid/)
    expect(await checkSealedPdf(bytes)).toMatchObject({ state: 'intact', sha256: second?.sha256 })
    const text = (await reader.pages()).join('\n')
    expect(text).toContain('Signed electronically by Robin Vale, Director')
    expect(text).toContain('Signed by the company')
    expect(text).toContain(second?.code)
    // The file contains all events except the last, which is the sealing of this file.
    const chain = JSON.parse(String(await reader.attachment('evidence.json')))
    expect(chain.map(({ hash }: { hash: string }) => hash)).toEqual(
      events.slice(0, -1).map(({ hash }) => hash),
    )
    expect((await verify()).problems).toEqual([])
  })

  test('keeps its first file, which only its partner and staff can download by its hash, even after a sweep', async () => {
    const { partner, first, second } = await sealedTwice()
    await portal.db.update(uploads).set({ createdAt: new Date(0) })
    await sweepUploads(portal.deps)
    const own = await portal.signIn(partner.user)
    const other = await portal.signIn((await createPartner(portal, { status: 'completed' })).user)
    for (const [seal, name] of [
      [first, 'NDA signed'],
      [second, 'NDA countersigned'],
    ] as const) {
      const response = await own.get(`/objects/${seal?.sha256}?download`)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-disposition']).toContain(name)
      expect(response.headers['content-length']).toBe(String(response.rawPayload.length))
      expect(await checkSealedPdf(response.rawPayload)).toMatchObject({
        state: 'intact',
        sha256: seal?.sha256,
      })
      expect((await other.get(`/objects/${seal?.sha256}`)).statusCode).toBe(404)
    }
  })

  test('is sealed for the first signature before the second, and once for each, however many jobs run at once', async () => {
    const { id } = await createCountersigned(portal)
    await Promise.all([sealAll(portal), sealAll(portal), sealAll(portal)])
    // Another job may have locked the first seal while the second was looked for.
    await sealAll(portal)
    const sealed = (await listEvents(portal.db, id)).filter(({ type }) => type === 'sealed')
    expect(sealed.map(({ data }) => data.part)).toEqual(['signature', 'countersignature'])
    const second = await getSeal(portal.db, id, 'countersignature')
    expect((await getDocument(portal.db, id))?.documentPath).toBe(second?.sha256)
    expect((await verify()).problems).toEqual([])
  })

  test('waits for its second seal while the object store is unavailable, and can be downloaded meanwhile', async () => {
    const { partner, id, textSha256 } = await awaitingCompany(portal)
    await sealAll(portal)
    const { store } = portal.deps
    const { write } = store
    store.write = () => Promise.reject(new StorageError('unavailable', new Error('The bucket is away')))
    await countersign(portal, id, textSha256)
    await sealAll(portal)
    store.write = write
    const first = await getSeal(portal.db, id)
    expect(await getSeal(portal.db, id, 'countersignature')).toMatchObject({
      failures: 1,
      failure: 'storage: unavailable',
      sealedAt: null,
    })
    expect(first).toMatchObject({ failures: 0, failure: null })
    expect(portal.log.takeErrors()).toMatchObject([{ documentId: id, part: 'countersignature' }])
    const own = await portal.signIn(partner.user)
    const document = (await own.get(`/api/partner/documents/${id}`)).json()
    expect(document).toMatchObject({ documentPath: first?.sha256, countersignature: { sealedAt: null } })
    expect((await own.get(`/objects/${document.documentPath}`)).statusCode).toBe(200)
    expect((await verify()).problems).toEqual([])
    await portal.db.update(documentSeals).set({ dueAt: new Date(0) })
    await sealAll(portal)
    expect(await getSeal(portal.db, id, 'countersignature')).toMatchObject({
      failure: null,
      sealedAt: expect.any(Date),
    })
  })

  test('gets a missing timestamp for each of its seals', async () => {
    const authority = await startTimestampServer()
    const sealer = createTestSealer(authority.url)
    authority.state.behavior = 'error'
    const { id } = await createCountersigned(portal)
    await sealAll(portal, sealer)
    authority.state.behavior = 'answer'
    await portal.db.update(documentSeals).set({ dueAt: new Date(0) })
    await sealAll(portal, sealer)
    const stamped = (await listEvents(portal.db, id)).filter(({ type }) => type === 'timestamped')
    const hashes = [await getSeal(portal.db, id), await getSeal(portal.db, id, 'countersignature')].map(
      (seal) => seal?.sha256,
    )
    expect(stamped.map(({ data }) => data.sha256).toSorted()).toEqual(hashes.toSorted())
    expect((await verify()).problems).toEqual([])
    await authority.stop()
    portal.log.takeErrors()
  })
})

test('the partner gets an email with each of the two PDFs', async () => {
  const mailServer = await startMailServer()
  const sending = await createTestApp({ settings: { SMTP_URL: mailServer.url }, runsJobs: true })
  const { partner, id, textSha256 } = await awaitingCompany(sending)
  await sealAll(sending)
  await countersign(sending, id, textSha256)
  const mail = await mailServer.mailTo(partner.user.email)
  expect(mail.subject).toBe('Signed by both: NDA')
  expect(mail.text).toContain('by Robin Vale on ')
  expect(mail.text).toContain(`${sending.deps.baseUrl()}/?agreement=${id}`)
  const [attachment] = mail.attachments
  expect(attachment?.filename).toMatch(/^NDA countersigned \d{4}-\d\d-\d\d\.pdf$/)
  const seal = await getSeal(sending.db, id, 'countersignature')
  expect(await checkSealedPdf(new Uint8Array(attachment?.content as ArrayBuffer))).toMatchObject({
    state: 'intact',
    sha256: seal?.sha256,
  })
  await expect
    .poll(async () => (await listEvents(sending.db, id)).map(({ type }) => type), { timeout: 30_000 })
    .toEqual(['created', 'consented', 'signed', 'sealed', 'countersigned', 'sealed', 'copy_sent'])
  await sending.close()
  await mailServer.stop()
})
