import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createResource, createUser } from '#test/factories.ts'
import { sampleFile } from '#test/sample-files.ts'
import { uploadFile, uploadResource } from '#test/uploads.ts'

const portal = await createTestApp()
afterAll(portal.close)

const onboarded = (partnerGroup: string | null = null) =>
  createPartner(portal, { status: 'completed', onPaper: true, user: { partnerGroup } })

const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
const ann = await onboarded('Coast')
const ben = await onboarded('Coast')
const cid = await onboarded()
const browsers = {
  staff,
  ann: await portal.signIn(ann.user),
  ben: await portal.signIn(ben.user),
  cid: await portal.signIn(cid.user),
}
const partner = browsers.cid

describe('access to a file', () => {
  const statusesOf = async (filePath: string, query = '') => {
    const statuses: Record<string, number> = {}
    for (const [name, browser] of Object.entries(browsers)) {
      statuses[name] = (await browser.get(`/objects/${filePath}${query}`)).statusCode
    }
    return statuses
  }

  test.each([
    ['everyone', {}, { staff: 200, ann: 200, ben: 200, cid: 200 }],
    ['Ann', { assignedPartnerIds: [ann.profile.id] }, { staff: 200, ann: 200, ben: 404, cid: 404 }],
    ['the coast', { assignedGroup: 'Coast' }, { staff: 200, ann: 200, ben: 200, cid: 404 }],
    [
      'Cid and the coast',
      { assignedPartnerIds: [cid.profile.id], assignedGroup: 'Coast' },
      { staff: 200, ann: 200, ben: 200, cid: 200 },
    ],
    ['staff alone since it was withdrawn', { isActive: false }, { staff: 200, ann: 404, ben: 404, cid: 404 }],
  ])('for %s follows its audience', async (_whom, audience, statuses) => {
    const { filePath } = await createResource(portal, audience)
    expect(await statusesOf(filePath)).toEqual(statuses)
    expect(await statusesOf(filePath, '?download')).toEqual(statuses)
  })

  test('is checked at each request, so a file that changed its audience is gone even for a client with its ETag', async () => {
    const { id, filePath } = await createResource(portal)
    const url = `/objects/${filePath}`
    const { etag } = (await partner.get(url)).headers
    await portal.db.update(resourceFiles).set({ assignedGroup: 'Inland' }).where(eq(resourceFiles.id, id))
    expect((await partner.get(url, { 'if-none-match': String(etag) })).statusCode).toBe(404)
    expect((await partner.get(url, { range: 'bytes=0-1' })).statusCode).toBe(404)
  })

  test('is refused to visitors, and a missing or unused upload is not found', async () => {
    const { filePath } = await createResource(portal)
    expect((await portal.visit().get(`/objects/${filePath}`)).statusCode).toBe(401)
    expect((await staff.get(`/objects/${'x'.repeat(43)}`)).statusCode).toBe(404)
    const file = await uploadFile(staff, 'txt', Buffer.from('hello'))
    expect((await staff.get(`/objects/${file.filePath}`)).statusCode).toBe(404)
  })

  test.each([
    '..%2f..%2fsettings',
    '%2e%2e',
    'a%00b',
    'files/x',
    '%0d%0aset-cookie:x',
    'x'.repeat(300),
    '..',
  ])('at the path %s is not found', async (path) => {
    expect((await staff.get(`/objects/${path}`)).statusCode).toBe(404)
  })
})

describe('a file', () => {
  test('is sent with its hash, and again only after a change', async () => {
    const { filePath, sha256 } = await createResource(portal, { bytes: Buffer.from('0123456789') })
    const url = `/objects/${filePath}`
    const response = await partner.get(url)
    expect(response.headers).toMatchObject({
      etag: `"${sha256}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-length': '10',
    })
    for (const known of [`"${sha256}"`, `W/"${sha256}"`, `"other", "${sha256}"`, '*']) {
      const unchanged = await partner.get(url, { 'if-none-match': known })
      expect(unchanged.statusCode).toBe(304)
      expect(unchanged.body).toBe('')
    }
    expect((await partner.get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('is sent in ranges', async () => {
    const { filePath, sha256 } = await createResource(portal, { bytes: Buffer.from('0123456789') })
    const get = (headers: Record<string, string>) => partner.get(`/objects/${filePath}`, headers)
    const part = await get({ range: 'bytes=2-4' })
    expect(part.statusCode).toBe(206)
    expect(part.body).toBe('234')
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' })
    expect((await get({ range: 'bytes=-3' })).body).toBe('789')

    const outside = await get({ range: 'bytes=10-' })
    expect(outside.statusCode).toBe(416)
    expect(outside.headers['content-range']).toBe('bytes */10')

    expect((await get({ range: 'bytes=2-4', 'if-range': `"${sha256}"` })).statusCode).toBe(206)
    expect((await get({ range: 'bytes=2-4', 'if-range': '"former"' })).statusCode).toBe(200)
    expect((await get({ range: 'bytes=0-1,3-4' })).statusCode).toBe(200)
  })

  test('answers HEAD with its headers and no body', async () => {
    const { filePath } = await createResource(portal, { bytes: Buffer.from('0123456789') })
    const response = await partner.send('HEAD', `/objects/${filePath}`)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-length': '10',
      'content-type': 'text/plain; charset=utf-8',
    })
    expect(response.body).toBe('')
  })

  test('is named after its title', async () => {
    const { filePath } = await createResource(portal, { title: 'Größe "XL"\n/../x' })
    const header = (await partner.get(`/objects/${filePath}?download`)).headers['content-disposition']
    expect(header).toBe(
      `attachment; filename="Gr??e XL .. x.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20XL%20..%20x.txt`,
    )
  })

  test('that is missing from the store is answered with 503, without its object key', async () => {
    const { filePath, objectKey } = await createResource(portal)
    await portal.deps.store.remove(`files/${objectKey}`)
    const response = await partner.get(`/objects/${filePath}`)
    expect(response.statusCode).toBe(503)
    expect(response.body).not.toContain(objectKey)
    expect(portal.log.takeErrors()).toMatchObject([{ msg: 'request failed' }])
  })

  test('in an earlier version is readable by staff only', async () => {
    const resource = await uploadResource(staff, 'txt', Buffer.from('first'))
    const file = await uploadFile(staff, 'csv', Buffer.from('sec,ond'))
    await staff.put(`/api/resources/${resource.id}/file`, file)
    const versions = (await staff.get(`/api/resources/${resource.id}/versions`)).json()
    const url = `/objects/${resource.filePath}`
    expect((await staff.get(url)).body).toBe('sec,ond')
    const former = await staff.get(`${url}?version=${versions[1].id}`)
    expect(former.body).toBe('first')
    expect(former.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect((await partner.get(`${url}?version=${versions[1].id}`)).statusCode).toBe(404)
    const other = await createResource(portal)
    expect((await staff.get(`/objects/${other.filePath}?version=${versions[1].id}`)).statusCode).toBe(404)
  })

  test('without a thumbnail answers 404 for it', async () => {
    const { filePath } = await createResource(portal)
    expect((await partner.get(`/objects/${filePath}?thumbnail`)).statusCode).toBe(404)
  })
})

describe('a file with a script', () => {
  const script = '<script>alert(document.cookie)</script>'

  test.each([
    ['svg', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`, 'image/svg+xml'],
    ['txt', `<!doctype html>${script}`, 'text/plain; charset=utf-8'],
    ['csv', `<html>${script}</html>`, 'text/csv; charset=utf-8'],
  ] as const)(
    'in a %s is stored unchanged and served so that it cannot run',
    async (type, content, contentType) => {
      const bytes = Buffer.from(content)
      // A drawing with a script is no longer accepted, but an older one may be stored.
      const { filePath } =
        type === 'svg'
          ? await createResource(portal, { bytes, fileType: type })
          : await uploadResource(staff, type, bytes)
      const { headers, body } = await partner.get(`/objects/${filePath}`)
      expect(body).toBe(content)
      expect(headers['content-type']).toBe(contentType)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'; /)
      expect(headers['content-security-policy']).not.toMatch(/script-src|allow-scripts|default-src 'self'/)
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    },
  )

  test('after a picture is served as a picture', async () => {
    const both = Buffer.concat([await sampleFile('png'), Buffer.from(script)])
    const { filePath } = await uploadResource(staff, 'png', both)
    const { headers } = await partner.get(`/objects/${filePath}`)
    expect(headers['content-type']).toBe('image/png')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('of a type that browsers do not show is served as a download', async () => {
    for (const type of ['docx', 'zip', 'ppt'] as const) {
      const { filePath } = await uploadResource(staff, type, await sampleFile(type))
      const { headers } = await partner.get(`/objects/${filePath}`)
      expect(headers['content-disposition']).toMatch(/^attachment;/)
    }
  })
})
