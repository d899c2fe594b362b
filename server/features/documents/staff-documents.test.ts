import { afterAll, describe, expect, test } from 'vitest'
import { auditLog } from '#server/db/schema/audit.ts'
import { auditEntry } from '#server/domain-events/data.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { createDocument, createPartner, createUser, sign } from '#test/factories.ts'
import { activityTypesOf, documentIdOf, documentsOf, signaturesOf } from '#test/partner-rows.ts'
import { signing } from '#test/signing.ts'
import { uploadFile } from '#test/uploads.ts'

const portal = await createTestApp()
afterAll(portal.close)

const signInStaff = async () => {
  const user = await createUser(portal, { role: 'support' })
  return { user, browser: await portal.signIn(user) }
}
const urlOf = (id: string) => `/api/partner/documents/${id}`
const markSigned = { status: 'signed', signedAt: '2001-01-01T00:00:00.000Z' }

const statusOf = async ({ user }: { user: { id: string; role: 'user' | 'support' | 'admin' } }) =>
  (await (await portal.signIn(user)).get('/api/partner/profile')).json().onboardingStatus

describe('marking an agreement as signed on paper', () => {
  test('stores who marked it, with the time of the server and without evidence of a signature', async () => {
    const { user, browser } = await signInStaff()
    const partner = await createPartner(portal)
    const before = Date.now()
    const response = await browser.put(urlOf(documentIdOf(partner, 'nda')), markSigned)
    expect(response.statusCode).toBe(200)
    const document = response.json()
    expect(document).toMatchObject({ status: 'signed', evidence: null })
    expect(Date.parse(document.signedAt)).toBeGreaterThanOrEqual(before)
    expect(JSON.parse(document.signatureData)).toEqual({
      documentType: 'nda',
      signedAt: document.signedAt,
      signedOn: 'paper',
      markedBy: user.id,
      markedByName: `${user.firstName} ${user.lastName}`,
      markedByEmail: user.email,
    })
    expect(await signaturesOf(portal, partner)).toEqual([])
    expect(await statusOf(partner)).toBe('documents')
    expect(await activityTypesOf(portal, partner)).toEqual(['document_marked_signed'])
    expect(await auditEventsOf(portal, user)).toMatchObject([
      {
        action: 'document.marked_signed',
        before: { status: 'pending' },
        after: { status: 'signed', signedAt: document.signedAt },
      },
    ])
  })

  test('completes onboarding when it was the last of the two', async () => {
    const { browser } = await signInStaff()
    const partner = await createPartner(portal)
    await sign(portal, partner.user, 'nda')
    await browser.put(urlOf(documentIdOf(partner, 'venue_partnership_agreement')), markSigned)
    expect(await statusOf(partner)).toBe('completed')
    expect(await activityTypesOf(portal, partner)).toContain('onboarding_completed')
  })

  test('does not confirm an unconfirmed profile', async () => {
    const { browser } = await signInStaff()
    const partner = await createPartner(portal, { status: 'profile' })
    for (const { id } of partner.documents) await browser.put(urlOf(id), markSigned)
    expect(await statusOf(partner)).toBe('profile')
  })

  test('is refused for a signed one, and changes nothing', async () => {
    const { browser } = await signInStaff()
    const partner = await createPartner(portal, { status: 'completed' })
    const before = await documentsOf(portal, partner)
    const response = await browser.put(urlOf(documentIdOf(partner, 'nda')), markSigned)
    expect(response.statusCode).toBe(409)
    expect(response.json().message).toBe('This agreement is already signed.')
    expect(await documentsOf(portal, partner)).toEqual(before)
  })

  test('while the partner signs succeeds for one of the two only', async () => {
    const { browser } = await signInStaff()
    const partner = await createPartner(portal)
    const own = await portal.signIn(partner.user)
    const id = documentIdOf(partner, 'nda')
    const responses = await Promise.all([
      ...Array.from({ length: 5 }, () => browser.put(urlOf(id), markSigned)),
      ...Array.from({ length: 5 }, () =>
        own.post('/api/partner/documents', { ...signing.nda, documentId: id }),
      ),
    ])
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status < 300)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(9)
  })

  test('accepts no other status, and is refused for partners', async () => {
    const { browser } = await signInStaff()
    const partner = await createPartner(portal)
    const id = documentIdOf(partner, 'nda')
    const message = 'An agreement can only be marked as signed'
    expect((await browser.put(urlOf(id), { status: 'pending' })).json().fields).toEqual({ status: message })
    expect((await (await portal.signIn(partner.user)).put(urlOf(id), markSigned)).statusCode).toBe(403)
    expect((await browser.put(urlOf(crypto.randomUUID()), markSigned)).statusCode).toBe(404)
  })
})

describe('another agreement', () => {
  const add = async (partnerId: string, body: object) => {
    const { user, browser } = await signInStaff()
    return { user, browser, response: await browser.post(`/api/admin/partners/${partnerId}/documents`, body) }
  }

  test('is created with its terms, and an onboarded partner who signs it remains onboarded', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const terms = { eventName: 'Autumn weekend', partnershipDate: '2049-09-01' }
    const { user, browser, response } = await add(partner.profile.id, {
      documentType: 'venue_partnership_agreement',
      appendixA: { ...terms, territory: '' },
    })
    expect(response.statusCode).toBe(201)
    const document = response.json()
    expect(document).toMatchObject({ status: 'pending', appendixA: terms })
    expect(await statusOf(partner)).toBe('completed')
    expect(await auditEventsOf(portal, user)).toMatchObject([
      { action: 'document.added', subjectId: document.id, after: { appendixA: terms } },
    ])
    const own = await portal.signIn(partner.user)
    const { documentType, signatureData } = signing.venue_partnership_agreement
    const body = { documentType, signatureData: { ...signatureData, ...terms }, documentId: document.id }
    expect((await own.post('/api/partner/documents', body)).statusCode).toBe(201)
    const listed = (await browser.get(`/api/admin/partners/${partner.profile.id}/documents`)).json()
    expect(listed).toHaveLength(3)
    expect(listed.every(({ status }: { status: string }) => status === 'signed')).toBe(true)
  })

  test('of an unknown type, with unknown terms or without a partner is refused', async () => {
    const { profile } = await createPartner(portal)
    const fields = async (body: object) => (await add(profile.id, body)).response.json().fields
    expect(await fields({})).toEqual({ documentType: 'Document type is required' })
    expect(await fields({ documentType: 'nda', appendixA: { eventName: 'x' } })).toHaveProperty('appendixA')
    const contract = { documentType: 'venue_partnership_agreement' }
    expect(await fields({ ...contract, appendixA: { fee: '1' } })).toEqual({
      'appendixA.fee': 'Unknown field',
    })
    expect(await fields({ ...contract, appendixA: { partnershipDate: '2049-02-30' } })).toEqual({
      'appendixA.partnershipDate': 'Enter a date',
    })
    expect((await add(crypto.randomUUID(), { documentType: 'nda' })).response.statusCode).toBe(404)
  })
})

describe('the scan of a paper', () => {
  const pdf = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

  test('opens for everyone who may see the agreement, and is removed when Mark Signed is taken back', async () => {
    const { browser } = await signInStaff()
    const partner = await createPartner(portal)
    const id = documentIdOf(partner, 'nda')
    const scan = await uploadFile(browser, 'pdf', pdf, 'Signed NDA.pdf')
    const marked = (await browser.put(urlOf(id), { ...markSigned, scan })).json()
    expect(marked).toMatchObject({ documentPath: scan.filePath, fileName: 'Signed NDA.pdf', fileType: 'pdf' })

    const own = await portal.signIn(partner.user)
    const opened = await own.get(`/objects/${scan.filePath}`)
    expect(opened.rawPayload).toEqual(pdf)
    expect(opened.headers['content-disposition']).toMatch(/NDA signed \d{4}-\d\d-\d\d\.pdf/)
    const other = await createPartner(portal, { status: 'completed' })
    expect((await (await portal.signIn(other.user)).get(`/objects/${scan.filePath}`)).statusCode).toBe(404)

    const again = await createPartner(portal)
    const used = await browser.put(urlOf(documentIdOf(again, 'nda')), { ...markSigned, scan })
    expect(used.json().fields).toEqual({ filePath: 'Upload the file first.' })

    const admin = await portal.signIn(await createUser(portal, { role: 'admin' }))
    const back = await admin.post(`/api/admin/documents/${id}/take-back`, { reason: 'Wrong page' })
    expect(back.json()).toMatchObject({ documentPath: null, fileName: null, fileType: null, fileSize: null })
    expect((await own.get(`/objects/${scan.filePath}`)).statusCode).toBe(403)
  })

  test('is recorded when it is read, once a minute, whatever the range', async () => {
    const { user, browser } = await signInStaff()
    const newScan = async () => {
      const partner = await createPartner(portal)
      const scan = await uploadFile(browser, 'pdf', pdf, 'NDA.pdf')
      const marked = await browser.put(urlOf(documentIdOf(partner, 'nda')), { ...markSigned, scan })
      expect(marked.statusCode, marked.body).toBe(200)
      return { id: documentIdOf(partner, 'nda'), url: `/objects/${scan.filePath}` }
    }
    const readsOf = async (id: string) =>
      (await auditEventsOf(portal, user)).filter(
        ({ action, subjectId }) => action === 'document.downloaded' && subjectId === id,
      ).length
    const readBefore = (id: string, minutes: number) =>
      portal.db.insert(auditLog).values({
        ...auditEntry(user, { action: 'document.downloaded', subject: { id, name: 'NDA' } }),
        at: new Date(Date.now() - minutes * 60_000),
      })
    for (const [range, status] of [
      [undefined, 200],
      ['bytes=0-', 206],
      ['bytes=-999999', 206],
      ['bytes=x', 200],
      ['bytes=1-', 206],
      ['bytes=-5', 206],
    ] as const) {
      const { id, url } = await newScan()
      const read = () => browser.get(url, range === undefined ? {} : { range })
      expect((await read()).statusCode).toBe(status)
      await read()
      expect([range, await readsOf(id)]).toEqual([range, 1])
    }
    for (const [minutes, headers, added] of [
      [2, {}, 1],
      // A later range is part of a read that began within the last hour.
      [2, { range: 'bytes=20-' }, 0],
      [59, { range: 'bytes=20-' }, 0],
      [61, { range: 'bytes=20-' }, 1],
      // The client knows another version of the file, so it gets the whole file.
      [2, { range: 'bytes=20-', 'if-range': '"former"' }, 1],
    ] as const) {
      const { id, url } = await newScan()
      await readBefore(id, minutes)
      await browser.get(url, headers)
      expect([minutes, headers, await readsOf(id)]).toEqual([minutes, headers, 1 + added])
    }
    const { id, url } = await newScan()
    await browser.send('HEAD', url)
    expect(await readsOf(id)).toBe(0)
  })

  test('counts toward the limit of exports', async () => {
    await using scarce = await createTestApp({ settings: { BUDGETS: 'export=3' } })
    const partner = await createPartner(scarce)
    const browser = await scarce.signIn(await createUser(scarce, { role: 'support' }))
    const scan = await uploadFile(browser, 'pdf', pdf, 'NDA.pdf')
    await browser.put(urlOf(documentIdOf(partner, 'nda')), { ...markSigned, scan })
    const url = `/objects/${scan.filePath}`
    for (const status of [200, 200, 200, 429]) expect((await browser.get(url)).statusCode).toBe(status)
    // A viewer that has begun to read may continue.
    expect((await browser.get(url, { range: 'bytes=20-' })).statusCode).toBe(206)
  })

  test('can be added after the agreement was marked, once, by staff', async () => {
    const { user, browser } = await signInStaff()
    const partner = await createPartner(portal)
    const id = documentIdOf(partner, 'nda')
    const upload = () => uploadFile(browser, 'pdf', pdf, 'Later.pdf')
    const add = async (documentId: string) =>
      browser.post(`/api/admin/documents/${documentId}/scan`, { scan: await upload() })
    expect((await add(id)).statusCode).toBe(409)
    await browser.put(urlOf(id), markSigned)
    const added = await add(id)
    expect(added.json()).toMatchObject({ status: 'signed', fileName: 'Later.pdf' })
    const own = await portal.signIn(partner.user)
    expect((await own.get(`/objects/${added.json().documentPath}`)).rawPayload).toEqual(pdf)
    expect((await add(id)).json().message).toBe('This agreement already has a scan.')
    expect((await auditEventsOf(portal, user)).at(-1)).toMatchObject({
      action: 'document.scan_added',
      subjectId: id,
      after: { scan: 'Later.pdf' },
    })
    expect(await activityTypesOf(portal, partner)).toEqual(['document_marked_signed', 'document_scan_added'])
    const signed = await createPartner(portal, { status: 'completed' })
    expect((await add(documentIdOf(signed, 'nda'))).statusCode).toBe(409)
  })

  test('must be a PDF or a picture', async () => {
    const { browser } = await signInStaff()
    const partner = await createPartner(portal)
    const scan = { filePath: 'x'.repeat(43), fileType: 'txt', fileSize: 5 }
    const response = await browser.put(urlOf(documentIdOf(partner, 'nda')), { ...markSigned, scan })
    expect(response.json().fields).toEqual({ 'scan.fileType': 'Upload the scan as a PDF or a picture' })
  })
})

describe('an agreement that is not signed', () => {
  const type = 'venue_partnership_agreement'
  const update = (browser: Browser, id: string, body: object) =>
    browser.put(`/api/admin/documents/${id}`, body)

  test('can get other terms or another type', async () => {
    const { user, browser } = await signInStaff()
    const partner = await createPartner(portal, { territory: 'Mobile County' })
    const { id } = await createDocument(portal, { partnerId: partner.profile.id, documentType: 'nda' })
    const first = documentIdOf(partner, type)
    const terms = { eventName: 'Autumn weekend' }
    const details = async (document: string) => (await browser.get(urlOf(document))).json()
    expect(await details(first)).toMatchObject({
      appendixA: null,
      enteredTerms: { territory: 'Mobile County' },
    })

    const changed = await update(browser, first, { documentType: type, appendixA: terms })
    expect(changed.json()).toMatchObject({ documentType: type, appendixA: terms })
    // A term that is left out does not come back from the profile.
    expect((await details(first)).enteredTerms).toEqual(terms)
    expect((await update(browser, id, { documentType: type, appendixA: {} })).statusCode).toBe(200)
    expect(await details(id)).toMatchObject({ documentType: type, enteredTerms: {} })
    expect(await auditEventsOf(portal, user)).toMatchObject([
      { action: 'document.changed', subjectId: first, after: { appendixA: terms } },
      { action: 'document.changed', subjectId: id, before: { documentType: 'nda' } },
    ])
  })

  test('keeps its type if it is the last one of its type, was changed meanwhile, or is signed', async () => {
    const { browser } = await signInStaff()
    const partner = await createPartner(portal)
    const id = documentIdOf(partner, 'nda')
    const body = { documentType: type, appendixA: {} }
    expect((await update(browser, id, body)).json().message).toMatch(
      /at least one agreement of each onboarding type/,
    )
    const former = { ...body, updatedAt: '2020-01-01T00:00:00.000Z' }
    expect((await update(browser, id, former)).json().message).toMatch(/^Someone else changed this/)
    await sign(portal, partner.user, 'nda')
    expect((await update(browser, id, body)).json().message).toBe('This agreement is already signed.')
  })
})
