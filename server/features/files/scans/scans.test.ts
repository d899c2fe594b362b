import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileInfectedMessage, fileWaitingMessage } from '#contract/files/quarantine-messages.ts'
import type { QuarantinedFile } from '#contract/files/quarantined-files.ts'
import type { ResourceVersion } from '#contract/resources/resources.ts'
import { fileScans, uploads } from '#server/db/schema/files.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { eicar, type Scanner, startScanner } from '#test/clamav.ts'
import { createPartner, createResource, createUpload, createUser } from '#test/factories.ts'
import { startS3 } from '#test/s3.ts'
import { enqueueBacklog, scanWaitingFiles } from './actions.ts'
import { getUploadOf } from './data.ts'

const scanner: Scanner = await startScanner({ maxBytes: 1_000_000 })
const s3 = await startS3()
const portals = [
  ['the disk', await createTestApp({ settings: { CLAMAV_URL: scanner.url } })],
  ['a bucket', await createTestApp({ settings: { ...s3.settings, CLAMAV_URL: scanner.url } })],
] as const
afterAll(async () => {
  for (const [, portal] of portals) await portal.close()
  await s3.stop()
  await scanner.remove()
})

const clean = Buffer.from('A note for the stage.')

describe.each(portals)('a file on %s', (_, portal: TestApp) => {
  const { db, deps } = portal
  let staff: Browser
  let partner: Browser
  beforeAll(async () => {
    staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
    partner = await portal.signIn((await createPartner(portal, { status: 'completed', onPaper: true })).user)
  })

  const scanAll = () => scanWaitingFiles(deps)

  const putBytes = async (address: string, bytes: Buffer) => {
    const headers = { 'content-type': 'text/plain' }
    if (address.startsWith('/')) return staff.put(address, bytes, headers)
    return fetch(address, { method: 'PUT', body: new Uint8Array(bytes), headers })
  }

  const uploadBytes = async (bytes: Buffer) => {
    const described = { fileName: 'note.txt', fileSize: bytes.length }
    const { uploadURL } = (await staff.post('/api/objects/upload', described)).json()
    await putBytes(uploadURL, bytes)
    const registered = await staff.put('/api/resources/upload', { resourceURL: uploadURL })
    const { objectPath: filePath } = registered.json<{ objectPath: string }>()
    return { filePath, fileType: 'txt', fileSize: bytes.length }
  }

  /** Uploads a text to the library, as the form does. */
  const upload = async (bytes: Buffer, title = 'Note') => {
    const file = await uploadBytes(bytes)
    const created = await staff.post('/api/resources', {
      ...file,
      title,
      category: 'creative',
      folderId: null,
    })
    expect(created.statusCode, created.body).toBe(201)
    return file.filePath
  }

  const quarantineOf = async (browser: Browser, filePath: string) =>
    (await browser.get('/api/held-files'))
      .json<QuarantinedFile[]>()
      .find((held) => held.filePath === filePath)

  const open = async (browser: Browser, filePath: string, query = '') => {
    const { statusCode, body, headers } = await browser.get(`/objects/${filePath}${query}`)
    return statusCode === 200
      ? body
      : statusCode === 302
        ? headers.location
        : `${statusCode} ${JSON.parse(body).message}`
  }

  test('cannot be opened until it has been found clean', async () => {
    const filePath = await upload(clean)
    for (const browser of [staff, partner]) {
      for (const query of ['', '?download', '?thumbnail'])
        expect(await open(browser, filePath, query)).toBe(`409 ${fileWaitingMessage}`)
      expect(await quarantineOf(browser, filePath)).toEqual({ filePath, verdict: 'waiting', threat: null })
    }
    await scanAll()
    for (const browser of [staff, partner]) {
      expect(await open(browser, filePath)).toBe(clean.toString())
      expect(await quarantineOf(browser, filePath)).toBeUndefined()
    }
  })

  test('that is infected can never be opened, and staff see what was found', async () => {
    const filePath = await upload(eicar)
    await scanAll()
    for (const browser of [staff, partner])
      for (const query of ['', '?download'])
        expect(await open(browser, filePath, query)).toBe(`403 ${fileInfectedMessage}`)
    const threat = 'Eicar-Test-Signature.UNOFFICIAL'
    expect(await quarantineOf(staff, filePath)).toMatchObject({ verdict: 'infected', threat })
    expect(await quarantineOf(partner, filePath)).toMatchObject({ verdict: 'infected', threat: null })
    expect(
      portal.log.lines.filter(({ msg }) => msg === 'a virus was found in an uploaded file'),
    ).toMatchObject([{ threat, objectKey: filePath, uploadedBy: expect.any(String) }])
    expect(JSON.stringify(portal.log.lines)).not.toContain('note.txt')
  })

  test('that was replaced shows for each version whether it is quarantined', async () => {
    const threat = 'Eicar-Test-Signature.UNOFFICIAL'
    const filePath = await upload(eicar, 'Former')
    await scanAll()
    const [resource] = await db.select().from(resourceFiles).where(eq(resourceFiles.filePath, filePath))
    const versions = async () => {
      const { statusCode, body } = await staff.get(`/api/resources/${resource?.id}/versions`)
      expect(statusCode, body).toBe(200)
      return JSON.parse(body).map(({ held }: ResourceVersion) => held)
    }
    expect(await versions()).toEqual([{ verdict: 'infected', threat }])
    const replaced = await staff.put(`/api/resources/${resource?.id}/file`, await uploadBytes(clean))
    expect(replaced.statusCode, replaced.body).toBe(200)
    expect(await versions()).toEqual([
      { verdict: 'waiting', threat: null },
      { verdict: 'infected', threat },
    ])
    await scanAll()
    expect(await versions()).toEqual([null, { verdict: 'infected', threat }])
  })

  test('waits while the scanner is away, and is scanned once it is back', async () => {
    await scanner.stop()
    const filePath = await upload(clean)
    await scanAll()
    expect(await open(partner, filePath)).toBe(`409 ${fileWaitingMessage}`)
    await scanner.start()
    await scanAll()
    expect(await open(partner, filePath)).toBe(clean.toString())
  })

  test('that the scanner refuses stays locked, and does not delay those after it', async () => {
    const [large, small] = [await upload(Buffer.alloc(1_100_000, 'a')), await upload(clean)]
    await scanAll()
    expect(await open(partner, large)).toBe(`409 ${fileWaitingMessage}`)
    expect(await open(partner, small)).toBe(clean.toString())
    expect(portal.log.takeErrors()).toMatchObject([
      { err: { message: expect.stringMatching(/size limit|StreamMaxLength/) } },
    ])

    // The scanner gets a refused file again once a day, and when the portal starts.
    const scanOf = eq(fileScans.objectKey, large)
    await db.update(fileScans).set({ attemptedAt: sql`now() - interval '19 hours'` }).where(scanOf)
    await scanAll()
    expect(portal.log.takeErrors()).toEqual([])
    await enqueueBacklog(deps)
    await scanAll()
    expect(portal.log.takeErrors()).toHaveLength(1)
    expect(await open(partner, large)).toBe(`409 ${fileWaitingMessage}`)
    // Without this, the scanner would refuse the file in the tests below, too.
    await db.update(fileScans).set({ verdict: 'clean' }).where(scanOf)
  })

  test('registered before there was a scanner, and used after it, is scanned, too', async () => {
    const { id: userId } = await createUser(portal, { role: 'admin' })
    const [registered, begun] = [
      await createUpload(portal, { userId, purpose: 'library', state: 'registered' }),
      await createUpload(portal, { userId, purpose: 'library', state: 'received' }),
    ]
    await enqueueBacklog(deps)
    const rows = await db.select().from(fileScans)
    const keys = rows.map(({ objectKey }) => objectKey)
    expect(keys).toContain(registered.objectKey)
    expect(keys).not.toContain(begun.objectKey)
  })

  test('from before there was a scanner is scanned, too, after new ones', async () => {
    const former = await upload(clean)
    const scanOf = eq(fileScans.objectKey, former)
    await db.delete(fileScans).where(scanOf)
    expect(await open(partner, former)).toBe(`409 ${fileWaitingMessage}`)
    await enqueueBacklog(deps)
    expect(await db.select().from(fileScans).where(scanOf)).toMatchObject([{ isBacklog: true }])
    await scanAll()
    expect(await open(partner, former)).toBe(clean.toString())
  })

  test('that waited until its upload was deleted is found by the rows that refer to it', async () => {
    const { objectKey } = await createResource(portal, { fileType: 'png' })
    await db.delete(uploads).where(eq(uploads.objectKey, objectKey))
    expect(await getUploadOf(db, objectKey)).toMatchObject({ fileType: 'png' })
  })

  test('that is infected is scanned again on the next day, and stays locked meanwhile', async () => {
    const filePath = await upload(clean)
    const scanOf = eq(fileScans.objectKey, filePath)
    const set = {
      verdict: 'infected',
      threat: 'Mistaken',
      attemptedAt: sql`now() - interval '21 hours'`,
    } as const
    await db
      .update(fileScans)
      .set({ ...set, scannedAt: sql`now() - interval '19 hours'` })
      .where(scanOf)
    await scanAll()
    expect(await open(partner, filePath)).toBe(`403 ${fileInfectedMessage}`)
    await db.update(fileScans).set({ scannedAt: sql`now() - interval '21 hours'` }).where(scanOf)
    await scanAll()
    expect(await open(partner, filePath)).toBe(clean.toString())
    expect(await db.select().from(fileScans).where(scanOf)).toMatchObject([{ threat: null }])
  })

  test('whose scan began in a process that died is scanned by another process', async () => {
    const filePath = await upload(clean)
    const scanOf = eq(fileScans.objectKey, filePath)
    await db.update(fileScans).set({ attemptedAt: sql`now()` }).where(scanOf)
    await scanAll()
    expect(await open(partner, filePath)).toBe(`409 ${fileWaitingMessage}`)
    await db.update(fileScans).set({ attemptedAt: sql`now() - interval '11 minutes'` }).where(scanOf)
    await scanAll()
    expect(await open(partner, filePath)).toBe(clean.toString())
  })

  test('that a partner may not see is not among the quarantined files of that partner', async () => {
    const resource = await createResource(portal, { assignedGroup: 'Others' })
    await db.insert(fileScans).values({ objectKey: resource.objectKey })
    expect(await quarantineOf(staff, resource.filePath)).toBeDefined()
    expect(await quarantineOf(partner, resource.filePath)).toBeUndefined()
  })
})

test('without a scanner, files can be opened at once', async () => {
  await using portal = await createTestApp()
  const resource = await createResource(portal)
  const browser = await portal.signIn(
    (await createPartner(portal, { status: 'completed', onPaper: true })).user,
  )
  expect((await browser.get(`/objects/${resource.filePath}`)).statusCode).not.toBe(409)
  expect((await browser.get('/api/held-files')).json()).toEqual([])
})
