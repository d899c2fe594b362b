import { createHash, X509Certificate } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ExportManifest } from '#contract/documents/agreement-manifest.ts'
import { checkSealedPdf } from '#packages/sealed-pdf/check.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { listEvents } from '#server/domain-events/chain/data.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { cookieOf } from '#test/chat-client.ts'
import { awaitingCompany, countersign } from '#test/countersigning.ts'
import { createPartner, createUser, sign } from '#test/factories.ts'
import { documentIdOf } from '#test/partner-rows.ts'
import { startS3 } from '#test/s3.ts'
import { sealAll } from '#test/seals.ts'
import { openReader } from '#test/slow-reader.ts'
import { storedFiles } from '#test/stored-files.ts'
import { uploadFile } from '#test/uploads.ts'
import { unzipBytes } from '#test/zip.ts'
import { verifyEvidence } from '../proof/verify-evidence.ts'
import { getSeal } from '../sealing/data.ts'

const path = '/api/admin/agreements/export'
const settings = { BUDGETS: 'export=1000', COMPANY_NAME: 'Example Health' }
const portal = await createTestApp({ settings })
const s3 = await startS3()
const inBucket = await createTestApp({ settings: { ...settings, ...s3.settings } })
for (const { app } of [portal, inBucket]) await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await portal.close()
  await inBucket.close()
  await s3.stop()
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const pdf = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

const signInStaff = async (of: TestApp = portal) => {
  const user = await createUser(of, { role: 'support' })
  return { user, browser: await of.signIn(user) }
}

/** Creates a partner who has signed their NDA, at `signedAt` if that is given. */
const createSigned = async (
  { signedAt, ...profile }: { signedAt?: string; businessName?: string } = {},
  of: TestApp = portal,
) => {
  const partner = await createPartner(of, profile)
  await sign(of, partner.user, 'nda')
  const id = documentIdOf(partner, 'nda')
  const change = { signedAt: new Date(signedAt ?? 0) }
  if (signedAt) await of.db.update(partnerDocuments).set(change).where(eq(partnerDocuments.id, id))
  return { ...partner, id, partnerId: partner.profile.id }
}

/** Reads an export that the portal breaks off. It needs a real connection, since an injected call would never end. */
const readBrokenExport = async (of: TestApp, browser: Browser, query: Record<string, string>) => {
  const address = `${of.app.listeningOrigin}${path}?${new URLSearchParams(query)}`
  const response = await fetch(address, { headers: { cookie: cookieOf(browser) } })
  expect(response.status).toBe(200)
  await expect(response.arrayBuffer()).rejects.toThrow()
}

/** Downloads an export, and returns its files and its manifest. */
const readExport = async (browser: Browser, query: Record<string, string>) => {
  const response = await browser.get(`${path}?${new URLSearchParams(query)}`)
  expect(response.statusCode, response.body.slice(0, 200)).toBe(200)
  expect(response.headers['content-type']).toBe('application/zip')
  const files = await unzipBytes(response.rawPayload)
  const manifest = ExportManifest.parse(JSON.parse(String(files['manifest.json'])))
  return { files, manifest, names: Object.keys(files), response }
}

/** Lists the temporary manifests that exports have left behind. */
const leftManifests = async ({ deps }: TestApp) =>
  (await readdir(deps.settings.dataDir)).filter((name) => name.startsWith('manifest-'))

test('an export has the newest sealed PDF of an agreement that the company signs, too', async () => {
  const { browser } = await signInStaff()
  const { partner, id, textSha256 } = await awaitingCompany(portal)
  const query = { partnerId: partner.profile.id }
  const fileOf = async () => {
    const { manifest, names } = await readExport(browser, query)
    const [agreement] = manifest.agreements
    expect(manifest.agreements).toHaveLength(1)
    expect(names).toEqual([agreement?.file?.path, 'manifest.json'])
    return agreement
  }
  await sealAll(portal)
  expect(await fileOf()).toMatchObject({ countersignature: null, file: { kind: 'sealed_pdf' } })
  await countersign(portal, id, textSha256)
  const first = await getSeal(portal.db, id)
  const company = { signerName: 'Robin Vale', signerTitle: 'Director' }
  expect(await fileOf()).toMatchObject({
    countersignature: { ...company, isInFile: false },
    verificationCode: first?.code,
    file: { sha256: first?.sha256 },
  })
  await sealAll(portal)
  const second = await getSeal(portal.db, id, 'countersignature')
  expect(await fileOf()).toMatchObject({
    countersignature: { ...company, isInFile: true },
    verificationCode: second?.code,
    sealedAt: second?.sealedAt ?? null,
    file: { path: expect.stringMatching(/\/NDA countersigned .*\.pdf$/), sha256: second?.sha256 },
  })
})

describe.each([
  ['the disk', portal],
  ['a bucket', inBucket],
])('an export from %s', (_where, of) => {
  test('has what proves each signature, with its hash and evidence in the manifest', async () => {
    const { user, browser } = await signInStaff(of)
    const partner = await createSigned({ businessName: 'Harborview Hall' }, of)
    const { partnerId, id } = partner
    await sealAll(of)
    await sign(of, partner.user, 'venue_partnership_agreement')
    const unsealed = documentIdOf(partner, 'venue_partnership_agreement')
    const { id: paper } = (
      await browser.post(`/api/admin/partners/${partnerId}/documents`, { documentType: 'nda' })
    ).json()
    const scan = await uploadFile(browser, 'pdf', pdf, 'Signed NDA.pdf')
    await browser.put(`/api/partner/documents/${paper}`, { status: 'signed', scan })
    const { id: noScan } = (
      await browser.post(`/api/admin/partners/${partnerId}/documents`, { documentType: 'nda' })
    ).json()
    await browser.put(`/api/partner/documents/${noScan}`, { status: 'signed' })
    const { id: pending } = (
      await browser.post(`/api/admin/partners/${partnerId}/documents`, { documentType: 'nda' })
    ).json()

    const { files, manifest, names, response } = await readExport(browser, { partnerId })
    expect(response.headers['content-disposition']).toBe(
      'attachment; filename="Agreements of Harborview Hall.zip"',
    )
    const day = new Date().toISOString().slice(0, 10)
    expect(names).toEqual([
      `Harborview Hall/NDA signed ${day}.pdf`,
      `Harborview Hall/Venue Partnership Agreement signed ${day}.txt`,
      `Harborview Hall/NDA signed ${day} (2).pdf`,
      'manifest.json',
    ])
    expect(manifest).toMatchObject({
      formatVersion: 1,
      portal: of.deps.settings.baseUrl,
      company: 'Example Health',
      exportedBy: { id: user.id, email: user.email },
      filter: { partnerId, from: null, to: null },
    })
    expect(
      manifest.agreements.map((agreement) => [agreement.id, agreement.file?.kind, agreement.noFile]),
    ).toEqual([
      [id, 'sealed_pdf', null],
      [unsealed, 'signed_text', null],
      [paper, 'scan', null],
      [noScan, undefined, 'no_scan'],
    ])
    expect(JSON.stringify(manifest)).not.toContain(pending)
    for (const { file, id: documentId, chain } of manifest.agreements) {
      const events = await listEvents(of.db, documentId)
      expect(chain?.events.map(({ type, hash }) => [type, hash])).toEqual(
        events.map(({ type, hash }) => [type, hash]),
      )
      expect(chain).toMatchObject({ sequence: events.length, hash: events.at(-1)?.hash })
      if (!file) continue
      const bytes = files[file.path] ?? Buffer.alloc(0)
      expect([bytes.length, sha256(bytes)]).toEqual([file.size, file.sha256])
      expect(events.at(-1)).toMatchObject({ type: 'downloaded', data: { by: user.id, export: true } })
    }

    const seal = await getSeal(of.db, id)
    const [sealed, text, onPaper] = manifest.agreements
    expect(sealed).toMatchObject({
      partner: { id: partnerId, fullName: partner.profile.fullName, businessName: 'Harborview Hall' },
      type: 'nda',
      name: 'NDA',
      title: 'Mutual Non-Disclosure and Non-Solicitation Agreement',
      textVersion: '2026-11-20',
      signed: 'electronically',
      sealedAt: seal?.sealedAt,
      signerName: 'Dana Whitfield',
      verificationCode: seal?.code,
      file: { sha256: seal?.sha256 },
    })
    expect(text).toMatchObject({ sealedAt: null, verificationCode: null, signed: 'electronically' })
    expect(onPaper).toMatchObject({ signed: 'on_paper', signerName: null, textVersion: null })
    const check = await checkSealedPdf(files[sealed?.file?.path ?? ''] ?? Buffer.alloc(0))
    const { fingerprint } = inject('signingIdentity')
    expect(check).toMatchObject({ state: 'intact', certificateSha256: fingerprint })
    const [certificate] = manifest.certificates
    expect(certificate?.sha256).toBe(fingerprint)
    expect(new X509Certificate(certificate?.pem ?? '').fingerprint256.replaceAll(':', '').toLowerCase()).toBe(
      fingerprint,
    )
    expect(files[onPaper?.file?.path ?? '']).toEqual(pdf)
    expect(String(files[text?.file?.path ?? ''])).toContain('Signed electronically')

    expect(
      (await auditEventsOf(of, user)).filter(({ action }) => action.startsWith('export.')),
    ).toMatchObject([
      { action: 'export.started', subjectName: 'Agreements', after: { filter: { partnerId } } },
      { action: 'export.ended', after: { filter: { partnerId }, rows: 4, isComplete: true } },
    ])
    expect((await verifyEvidence({ db: of.db, store: of.deps.store })).problems).toEqual([])
    expect(await leftManifests(of)).toEqual([])
  })

  test('breaks off at a file that is missing, and the log names the agreement', async () => {
    const { user, browser } = await signInStaff(of)
    const day = { from: '2019-05-01', to: '2019-05-01' }
    const [first, second] = [
      await createSigned({ signedAt: '2019-05-01T08:00:00Z' }, of),
      await createSigned({ signedAt: '2019-05-01T09:00:00Z' }, of),
    ]
    await sealAll(of)
    const seal = await getSeal(of.db, second.id)
    await of.deps.store.remove(fileKey(seal?.sha256 ?? ''))
    await readBrokenExport(of, browser, day)
    expect(of.log.takeErrors()).toContainEqual(
      expect.objectContaining({ msg: 'an agreement could not be exported', documentId: second.id }),
    )
    const lastOf = async (id: string) => (await listEvents(of.db, id)).at(-1)?.type
    expect([await lastOf(first.id), await lastOf(second.id)]).toEqual(['downloaded', 'sealed'])
    await expect
      .poll(async () => (await auditEventsOf(of, user)).at(-1))
      .toMatchObject({ action: 'export.ended', after: { isComplete: false } })

    // The only agreement fails before anything has been sent, so the caller gets an error response.
    const response = await browser.get(`${path}?partnerId=${second.partnerId}`)
    expect(response.statusCode).toBe(503)
    expect(response.json().message).toBe('Files are temporarily unavailable. Try again in a few seconds.')
    expect(response.headers['content-disposition']).toBeUndefined()
    of.log.takeErrors()
    expect(await leftManifests(of)).toEqual([])
  })
})

describe('the file of an agreement', () => {
  test('that is not the one that was stored breaks the export off', async () => {
    const { browser } = await signInStaff()
    const { id, partnerId } = await createSigned()
    await sealAll(portal)
    const seal = await getSeal(portal.db, id)
    const name = (await storedFiles(portal)).find((stored) => stored.includes(seal?.sha256 ?? 'none')) ?? ''
    const stored = join(portal.deps.settings.dataDir, 'objects', name)
    const bytes = await readFile(stored)
    bytes[1000] = (bytes[1000] ?? 0) ^ 1
    await writeFile(stored, bytes)
    await readBrokenExport(portal, browser, { partnerId })
    const errors = portal.log.takeErrors()
    expect(errors).toContainEqual(
      expect.objectContaining({
        msg: 'an agreement could not be exported',
        documentId: id,
        err: expect.objectContaining({ message: 'The file is not the one that was stored' }),
      }),
    )
  })

  test('that the virus scanner has not cleared is left out, and the manifest says so', async () => {
    const { browser } = await signInStaff()
    const partner = await createPartner(portal)
    const scan = await uploadFile(browser, 'pdf', pdf, 'NDA.pdf')
    const id = documentIdOf(partner, 'nda')
    await browser.put(`/api/partner/documents/${id}`, { status: 'signed', scan })
    await using scanning = await createTestApp({
      databaseOf: portal,
      settings: { ...settings, CLAMAV_URL: 'unix:/nowhere.ctl' },
    })
    const { browser: other } = await signInStaff(scanning)
    const { names, manifest } = await readExport(other, { partnerId: partner.profile.id })
    expect(names).toEqual(['manifest.json'])
    expect(manifest.agreements).toMatchObject([{ id, file: null, noFile: 'virus_check' }])
    expect((await listEvents(portal.db, id)).map(({ type }) => type)).not.toContain('downloaded')
  })
})

describe('the names in an export', () => {
  const day = { from: '2018-03-01', to: '2018-03-31' }
  const businessNames = [
    'Seaside Hall',
    'seaside hall',
    'Séaside Hall'.normalize('NFC'),
    'Séaside Hall'.normalize('NFD'),
    '海辺ホール',
    'قاعة المرسى',
    '../../etc/passwd',
    'A/B\\C: "D"? *',
    '...',
    'con',
    'manifest.json',
    `Long ${'x'.repeat(190)}`,
    'St. Mary',
    'St. Mary',
  ]
  let names: string[] = []
  beforeAll(async () => {
    for (const [index, businessName] of businessNames.entries()) {
      const signedAt = new Date(Date.UTC(2018, 2, 1, index)).toISOString()
      await createSigned({ businessName, signedAt })
    }
    names = (await readExport((await signInStaff()).browser, day)).names
  })

  test('are one safe folder for each partner, in any script', () => {
    expect(names.slice(0, -1).map((name) => name.slice(0, name.indexOf('/')))).toEqual([
      'Seaside Hall',
      'seaside hall (2)',
      'Séaside Hall'.normalize('NFC'),
      'Séaside Hall (2)'.normalize('NFC'),
      '海辺ホール',
      'قاعة المرسى',
      'etc passwd',
      'A B C D',
      'Partner',
      'Partner (2)',
      'manifest.json (2)',
      `Long ${'x'.repeat(190)}`,
      'St. Mary',
      'St. Mary (2)',
    ])
    expect(names.at(-1)).toBe('manifest.json')
    for (const name of names.slice(0, -1)) expect(name).toMatch(/^[^/]+\/NDA signed 2018-03-01\.txt$/)
  })
})

describe('the agreements of an export', () => {
  test('are those signed on its days in UTC, the first and the last included', async () => {
    const { browser } = await signInStaff()
    const times = [
      '2017-06-09T23:59:59.999Z',
      '2017-06-10T00:00:00.000Z',
      '2017-06-11T12:00:00.000Z',
      '2017-06-12T23:59:59.999Z',
      '2017-06-13T00:00:00.000Z',
    ]
    const partners = []
    for (const signedAt of times) partners.push(await createSigned({ signedAt }))
    const idsOf = async (query: Record<string, string>) =>
      (await readExport(browser, query)).manifest.agreements.map(({ id }) => id)
    const ids = partners.map(({ id }) => id)
    expect(await idsOf({ from: '2017-06-10', to: '2017-06-12' })).toEqual(ids.slice(1, 4))
    expect(await idsOf({ from: '2017-06-11', to: '2017-06-11' })).toEqual([ids[2]])
    expect(await idsOf({ to: '2017-06-10' })).toEqual(ids.slice(0, 2))
    const partnerId = partners[3]?.partnerId ?? ''
    expect(await idsOf({ partnerId, from: '2017-06-10', to: '2017-06-13' })).toEqual([ids[3]])
    expect(await idsOf({ partnerId, from: '2017-06-12' })).toEqual([ids[3]])
  })

  test('are all in it, even if there are more than the database reads at once', async () => {
    const { browser } = await signInStaff()
    const { partnerId } = await createSigned()
    const signedAt = new Date('2016-02-03T04:05:06Z')
    const signatureData = JSON.stringify({ signedOn: 'paper' })
    const paper = { partnerId, documentType: 'nda', status: 'signed' as const, signedAt, signatureData }
    await portal.db.insert(partnerDocuments).values(Array.from({ length: 250 }, () => paper))
    const { manifest } = await readExport(browser, { partnerId, to: '2016-02-03' })
    expect(new Set(manifest.agreements.map(({ id }) => id)).size).toBe(250)
    expect(manifest.agreements).toHaveLength(250)
  })

  test('are not found for an unknown partner, for one who has signed nothing, or in a period without signatures', async () => {
    const { user, browser } = await signInStaff()
    const nobody = await createPartner(portal)
    const messageOf = async (query: string) => {
      const response = await browser.get(`${path}?${query}`)
      expect(response.statusCode).toBe(404)
      return response.json().message
    }
    expect(await messageOf(`partnerId=${crypto.randomUUID()}`)).toBe('There is no such partner.')
    expect(await messageOf(`partnerId=${nobody.profile.id}`)).toBe('This partner has signed no agreements.')
    expect(await messageOf(`partnerId=${nobody.profile.id}&from=2026-01-01`)).toBe(
      'This partner has signed no agreements in this period.',
    )
    expect(await messageOf('from=2001-01-01&to=2001-12-31')).toBe('No agreements were signed in this period.')
    expect(await auditEventsOf(portal, user)).toEqual([])
  })

  test.each([
    ['', { from: 'Choose a partner or a period' }],
    ['from=2026-11-02&to=2026-11-01', { to: 'Enter a day on or after the first one' }],
    ['from=2026-02-30', { from: 'Enter a date' }],
    ['to=yesterday', { to: 'Enter a date' }],
    ['partnerId=1', { partnerId: expect.any(String) }],
    ['from=2026-11-02&until=2026-11-03', { until: 'Unknown field' }],
  ])('are refused for the query "%s"', async (query, fields) => {
    const response = await (await signInStaff()).browser.get(`${path}?${query}`)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'bad_request', fields })
  })

  test('are for staff only, and a HEAD request is not recorded', async () => {
    const { user, partnerId } = await createSigned()
    expect((await portal.visit().get(`${path}?partnerId=${partnerId}`)).statusCode).toBe(401)
    expect((await (await portal.signIn(user)).get(`${path}?partnerId=${partnerId}`)).statusCode).toBe(403)
    const { user: staff, browser } = await signInStaff()
    const head = await browser.send('HEAD', `${path}?partnerId=${partnerId}`)
    expect([head.statusCode, await auditEventsOf(portal, staff)]).toEqual([200, []])
  })
})

test('when the client disconnects, no further file is opened, and no further download is recorded', async () => {
  const { user, browser } = await signInStaff()
  const { partnerId } = await createSigned()
  const bytes = Buffer.concat([pdf, Buffer.alloc(12 * 2 ** 20)])
  const papers: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const { id } = (
      await browser.post(`/api/admin/partners/${partnerId}/documents`, { documentType: 'nda' })
    ).json()
    const scan = await uploadFile(browser, 'pdf', bytes, 'NDA.pdf')
    await browser.put(`/api/partner/documents/${id}`, { status: 'signed', scan })
    papers.push(id)
  }
  const downloads = () =>
    Promise.all(
      papers.map(
        async (id) => (await listEvents(portal.db, id)).filter(({ type }) => type === 'downloaded').length,
      ),
    )
  const reader = await openReader(
    `${portal.app.listeningOrigin}${path}?partnerId=${partnerId}`,
    cookieOf(browser),
  )
  expect(await reader.status).toBe(200)
  // The first agreement was signed in the portal and is small. The scan after it is too large for the buffers of the connection, and its
  // download is recorded before any of it is sent. So the client disconnects while the scan is being sent.
  await expect.poll(downloads, { timeout: 30_000 }).toEqual([1, 0, 0])
  await reader.leave()
  await expect
    .poll(async () => (await auditEventsOf(portal, user)).at(-1))
    .toMatchObject({ action: 'export.ended', after: { isComplete: false, rows: 1 } })
  const { $client: connections } = portal.deps.exports.db
  await expect.poll(() => connections.totalCount - connections.idleCount).toBe(0)
  expect(await downloads()).toEqual([1, 0, 0])
  expect(await leftManifests(portal)).toEqual([])
  portal.log.takeErrors()
})
