import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { resourceFiles, resourceFolders } from '#server/db/schema/resources.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { cookieOf } from '#test/chat-client.ts'
import { createFolder, createPartner, createResource, createUser } from '#test/factories.ts'
import { unzip } from '#test/zip.ts'

const portal = await createTestApp()
afterAll(portal.close)

const user = await createUser(portal, { role: 'support' })
const staff = await portal.signIn(user)
const ann = await createPartner(portal, {
  status: 'completed',
  onPaper: true,
  user: { partnerGroup: 'Coast' },
})
const partner = await portal.signIn(ann.user)
const url = '/api/resource-folders'

const rowOf = async (id: string) =>
  (await portal.db.select().from(resourceFolders).where(eq(resourceFolders.id, id)))[0]
const listed = async (browser: Browser, id: string, query = '') =>
  (await browser.get(url + query)).json().find((folder: { id: string }) => folder.id === id)

describe('the list of folders', () => {
  test('is sorted by name, and can be filtered by category', async () => {
    const b = await createFolder(portal, { name: 'Bay', category: 'training' })
    const a = await createFolder(portal, { name: 'Arch', category: 'training' })
    await createFolder(portal, { name: 'Creative', category: 'creative' })
    for (const { id } of [b, a]) await createResource(portal, { folderId: id, category: 'training' })
    const folders = (await partner.get(`${url}?category=training`)).json()
    expect(folders.map(({ id }: { id: string }) => id)).toEqual([a.id, b.id])
    expect(folders[0]).toMatchObject({ name: 'Arch', description: null, category: 'training', fileCount: 1 })
    expect((await partner.get(`${url}?category=pictures`)).statusCode).toBe(400)
  })

  test('counts the files that the reader may see', async () => {
    const { id } = await createFolder(portal)
    await createResource(portal, { folderId: id })
    await createResource(portal, { folderId: id, assignedGroup: 'Coast' })
    await createResource(portal, { folderId: id, assignedGroup: 'Inland' })
    await createResource(portal, { folderId: id, isActive: false })
    expect(await listed(staff, id)).toMatchObject({ fileCount: 3 })
    expect(await listed(partner, id)).toMatchObject({ fileCount: 2 })
  })

  test('omits folders without a file for the reader, which are not found either', async () => {
    const { id } = await createFolder(portal, { name: 'A launch with others' })
    expect(await listed(partner, id)).toBeUndefined()
    await createResource(portal, { folderId: id, isActive: false })
    expect(await listed(partner, id)).toBeUndefined()
    await createResource(portal, { folderId: id, assignedGroup: 'Inland' })
    expect(await listed(partner, id)).toBeUndefined()
    expect((await partner.get(`${url}/${id}/zip`)).statusCode).toBe(404)
    expect(await listed(staff, id)).toMatchObject({ fileCount: 1 })
  })

  test('is closed to visitors and before onboarding', async () => {
    expect((await portal.visit().get(url)).statusCode).toBe(401)
    expect((await (await portal.signIn(await createUser(portal))).get(url)).statusCode).toBe(403)
  })
})

describe('a folder', () => {
  test('is created by staff', async () => {
    const body = { name: ' Summer ', description: ' All of it\nhere ', category: 'activation' }
    const response = await staff.post(url, body)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      name: 'Summer',
      description: 'All of it\nhere',
      category: 'activation',
      fileCount: 0,
      createdBy: user.id,
    })
    expect(await rowOf(response.json().id)).toMatchObject({ name: 'Summer' })
    expect((await partner.post(url, body)).statusCode).toBe(403)
    expect((await portal.visit().post(url, body)).statusCode).toBe(401)
  })

  test.each([
    [{ category: 'creative' }, 'name'],
    [{ name: '  ', category: 'creative' }, 'name'],
    [{ name: 'Summer' }, 'category'],
    [{ name: 'Summer', category: 'pictures' }, 'category'],
  ])('is not created from %j', async (body, field) => {
    const before = await portal.db.$count(resourceFolders)
    const response = await staff.post(url, body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      message: 'Please fill in required fields.',
      fields: { [field]: 'Please fill in required fields.' },
    })
    expect(await portal.db.$count(resourceFolders)).toBe(before)
  })

  test('is renamed and described by staff', async () => {
    const { id } = await createFolder(portal, { name: 'Old', description: 'Old' })
    const response = await staff.put(`${url}/${id}`, { name: 'New' })
    expect(response.json()).toMatchObject({ id, name: 'New', description: null, category: 'creative' })
    const nameless = await staff.put(`${url}/${id}`, { name: '' })
    expect(nameless.json()).toMatchObject({ message: 'Folder name is required.' })
    expect((await partner.put(`${url}/${id}`, { name: 'Mine' })).statusCode).toBe(403)
    expect((await staff.put(`${url}/${crypto.randomUUID()}`, { name: 'New' })).statusCode).toBe(404)
    expect(await rowOf(id)).toMatchObject({ name: 'New', description: null })
  })

  test('leaves its files without a folder when it is deleted', async () => {
    const { id } = await createFolder(portal)
    const file = await createResource(portal, { folderId: id })
    expect((await partner.remove(`${url}/${id}`)).statusCode).toBe(403)
    expect((await staff.remove(`${url}/${id}`)).statusCode).toBe(204)
    expect(await rowOf(id)).toBeUndefined()
    const [remaining] = await portal.db.select().from(resourceFiles).where(eq(resourceFiles.id, file.id))
    expect(remaining).toMatchObject({ folderId: null, isActive: true, title: file.title })
    expect((await partner.get(`/objects/${file.filePath}`)).statusCode).toBe(200)
    expect((await staff.remove(`${url}/${id}`)).statusCode).toBe(404)
  })
})

describe('a folder as a zip', () => {
  const put = (folderId: string, title: string, content: string, more = {}) =>
    createResource(portal, { folderId, title, bytes: Buffer.from(content), ...more })

  test('contains what the caller may see, under safe and distinct names', async () => {
    const { id } = await createFolder(portal, { name: 'Sommer / Größe' })
    await put(id, 'Poster', 'one')
    await put(id, 'poster', 'two')
    await put(id, '../../etc/passwd', 'three')
    await put(id, 'Grüße 😀', 'four')
    await put(id, 'For others', 'secret', { assignedGroup: 'Inland' })
    await put(id, 'Gone', 'gone', { isActive: false })
    const response = await partner.get(`${url}/${id}/zip`)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/zip')
    expect(response.headers['content-disposition']).toContain(`filename*=UTF-8''Sommer%20Gr%C3%B6%C3%9Fe.zip`)
    const files = await unzip(response.rawPayload)
    expect(Object.keys(files)).toHaveLength(4)
    expect(files).toMatchObject({ 'etc passwd.txt': 'three', 'Grüße 😀.txt': 'four' })
    expect([files['Poster.txt'], files['poster (2).txt']].sort()).toEqual(['one', 'two'])
  })

  test('can be empty', async () => {
    const { id } = await createFolder(portal)
    const response = await staff.get(`${url}/${id}/zip`)
    expect(response.statusCode).toBe(200)
    expect(await unzip(response.rawPayload)).toEqual({})
  })

  test('is cut off when a file is missing, so that it is not mistaken for complete', async () => {
    const { id } = await createFolder(portal)
    await put(id, 'A', 'here')
    const { objectKey } = await put(id, 'B', 'not here')
    await portal.deps.store.remove(`files/${objectKey}`)
    // The request needs a real connection: an injected one would not see the response cut off, and closing the app would wait for it.
    const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const response = await fetch(`${address}${url}/${id}/zip`, { headers: { cookie: cookieOf(partner) } })
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow()
    expect(portal.log.takeErrors().length).toBeGreaterThan(0)
  })

  test('is not found for an unknown folder', async () => {
    expect((await partner.get(`${url}/${crypto.randomUUID()}/zip`)).statusCode).toBe(404)
    expect((await portal.visit().get(`${url}/${crypto.randomUUID()}/zip`)).statusCode).toBe(401)
  })
})
