import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { uploads } from '#server/db/schema/files.ts'
import { resourceFiles, resourceFileVersions } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import {
  createFolder,
  createPartner,
  createResource,
  createUpload,
  createUser,
  fileOf,
  resourceForm,
} from '#test/factories.ts'
import { sampleFile } from '#test/sample-files.ts'
import { uploadFile, uploadResource } from '#test/uploads.ts'

const portal = await createTestApp()
afterAll(portal.close)

const user = await createUser(portal, { role: 'support' })
const staff = await portal.signIn(user)
const ann = await createPartner(portal, { status: 'completed', onPaper: true })
const partner = await portal.signIn(ann.user)
const otherStaff = await portal.signIn(await createUser(portal, { role: 'admin' }))

const rowOf = async (id: string) =>
  (await portal.db.select().from(resourceFiles).where(eq(resourceFiles.id, id)))[0]
const registered = async () => fileOf(await createUpload(portal, { userId: user.id, state: 'registered' }))
const create = async (details: Record<string, unknown> = {}) =>
  staff.post('/api/resources', { ...resourceForm, ...(await registered()), ...details })

describe('creating a resource', () => {
  test('returns it, and stores it with its first version', async () => {
    const folder = await createFolder(portal, { category: 'creative' })
    const file = await registered()
    const response = await staff.post('/api/resources', {
      title: '  Summer poster ',
      description: ' To hang up. ',
      category: 'creative',
      folderId: folder.id,
      ...file,
    })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      title: 'Summer poster',
      description: 'To hang up.',
      category: 'creative',
      folderId: folder.id,
      filePath: file.filePath,
      fileName: 'hello.txt',
      fileType: 'txt',
      fileSize: 5,
      hasThumbnail: false,
      downloadCount: 0,
      uploadedBy: user.id,
      assignedPartnerIds: [],
      assignedGroup: null,
    })
    const { id } = response.json()
    const [version, ...more] = await portal.db
      .select()
      .from(resourceFileVersions)
      .where(eq(resourceFileVersions.resourceId, id))
    expect(more).toEqual([])
    const { objectKey, sha256 } = (await rowOf(id)) ?? {}
    expect(version).toMatchObject({ objectKey, sha256, fileName: 'hello.txt', uploadedBy: user.id })
  })

  test('uses an upload once, for its uploader only', async () => {
    const file = await registered()
    const body = { ...resourceForm, ...file }
    expect((await otherStaff.post('/api/resources', body)).json().fields).toEqual({
      filePath: 'Upload the file first.',
    })
    const responses = await Promise.all(Array.from({ length: 5 }, () => staff.post('/api/resources', body)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400, 400, 400])
    expect((await staff.post('/api/resources', body)).statusCode).toBe(400)
  })

  test.each([
    ['an unknown path', { filePath: 'x'.repeat(43) }, 'filePath'],
    ['a path in an old format', { filePath: '/objects/uploads/a.pdf' }, 'filePath'],
    ['another size', { fileSize: 6 }, 'fileSize'],
    ['a type that is not allowed', { fileType: 'exe' }, 'fileType'],
    ['no title', { title: ' ' }, 'title'],
    ['no category', { category: undefined }, 'category'],
    ['an unknown folder', { folderId: crypto.randomUUID() }, 'folderId'],
    ['an unknown partner', { assignedPartnerIds: [crypto.randomUUID()] }, 'assignedPartnerIds'],
    ['an unknown field', { isActive: false }, 'isActive'],
  ])('refuses %s and stores nothing', async (_what, details, field) => {
    const before = await portal.db.$count(resourceFiles)
    const response = await create(details)
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toHaveProperty(field)
    expect(await portal.db.$count(resourceFiles)).toBe(before)
  })

  test('refuses a folder of another category, and the upload remains usable', async () => {
    const folder = await createFolder(portal, { category: 'training' })
    const file = await registered()
    const body = { ...resourceForm, ...file }
    const response = await staff.post('/api/resources', { ...body, folderId: folder.id })
    expect(response.json().fields).toEqual({ folderId: 'This folder is in another category.' })
    expect((await staff.post('/api/resources', body)).statusCode).toBe(201)
  })

  test('refuses a file that is not of the announced type', async () => {
    const response = await create({ fileType: 'pdf' })
    expect(response.statusCode).toBe(415)
    expect(response.json().message).toBe('This file is not a PDF.')
    expect((await create({ fileType: 'CSV' })).json()).toMatchObject({ fileType: 'csv' })
  })

  test('is for staff only', async () => {
    expect((await partner.post('/api/resources', resourceForm)).statusCode).toBe(403)
    expect((await portal.visit().post('/api/resources', resourceForm)).statusCode).toBe(401)
  })

  test('can limit the audience, which partners do not see', async () => {
    const audience = { assignedPartnerIds: [ann.profile.id, ann.profile.id], assignedGroup: 'Coast' }
    const { id } = (await create({ title: 'For Ann', ...audience })).json()
    expect((await rowOf(id))?.assignedPartnerIds).toEqual([ann.profile.id])
    const seen = (await partner.get('/api/resources?search=Ann')).json()
    expect(seen.map((file: { id: string }) => file.id)).toContain(id)
    for (const file of seen) {
      expect(file).not.toHaveProperty('assignedPartnerIds')
      expect(file).not.toHaveProperty('assignedGroup')
    }
    const [own] = (await staff.get('/api/resources?search=Ann')).json()
    expect(own).toMatchObject({ assignedPartnerIds: [ann.profile.id], assignedGroup: 'Coast' })
  })
})

describe('updating a resource', () => {
  const change = { title: 'Winter poster', category: 'training', folderId: null }
  const everyone = { assignedPartnerIds: [], assignedGroup: null }

  test('changes every field, and hides it from partners outside its new audience', async () => {
    const { id, filePath } = await createResource(portal)
    const folder = await createFolder(portal, { category: 'training' })
    const response = await staff.put(`/api/resources/${id}`, {
      ...change,
      description: 'New',
      folderId: folder.id,
      assignedPartnerIds: [],
      assignedGroup: 'Inland',
    })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      id,
      filePath,
      title: 'Winter poster',
      description: 'New',
      category: 'training',
      folderId: folder.id,
      assignedGroup: 'Inland',
    })
    expect((await partner.get(`/objects/${filePath}`)).statusCode).toBe(404)
  })

  test('preserves the folder when a form leaves it out', async () => {
    const folder = await createFolder(portal, { category: 'training' })
    const { id } = await createResource(portal, { category: 'training', folderId: folder.id })
    const { folderId: _left, ...rest } = change
    const response = await staff.put(`/api/resources/${id}`, { ...rest, ...everyone })
    expect(response.json()).toMatchObject({ title: 'Winter poster', folderId: folder.id })
    const created = await create({ folderId: undefined })
    expect(created.json()).toMatchObject({ folderId: null, isActive: true })
  })

  test('is refused when somebody else has changed it since, so that an old form cannot widen its audience', async () => {
    const { id } = await createResource(portal)
    const { updatedAt } = (await staff.get(`/api/resources/${id}`)).json()
    const form = { ...change, assignedPartnerIds: [], assignedGroup: null, updatedAt }
    const limited = await otherStaff.put(`/api/resources/${id}`, { ...form, assignedGroup: 'Inland' })
    expect(limited.statusCode).toBe(200)
    const late = await staff.put(`/api/resources/${id}`, { ...form, description: 'New' })
    expect(late.statusCode).toBe(409)
    expect(late.json().message).toMatch(/^Someone else changed this after you opened it/)
    expect(await rowOf(id)).toMatchObject({ assignedGroup: 'Inland', description: null })
    const seen = { ...form, updatedAt: limited.json().updatedAt }
    expect((await staff.put(`/api/resources/${id}`, seen)).statusCode).toBe(200)
  })

  test('accepts the id of a partner in any case', async () => {
    const { id, filePath } = await createResource(portal, { assignedGroup: 'Inland' })
    const assignedPartnerIds = [ann.profile.id.toUpperCase()]
    const response = await staff.put(`/api/resources/${id}`, {
      ...change,
      assignedPartnerIds,
      assignedGroup: null,
    })
    expect(response.json().assignedPartnerIds).toEqual([ann.profile.id])
    expect((await partner.get(`/objects/${filePath}`)).statusCode).toBe(200)
  })

  test('requires an audience, so that leaving it out does not open the file to everyone', async () => {
    const { id } = await createResource(portal, { assignedGroup: 'Inland' })
    const silent = await staff.put(`/api/resources/${id}`, change)
    expect(Object.keys(silent.json().fields).sort()).toEqual(['assignedGroup', 'assignedPartnerIds'])
    expect((await rowOf(id))?.assignedGroup).toBe('Inland')
  })

  test('is for staff only, and not found for an unknown resource', async () => {
    const resource = await createResource(portal)
    const gone = await createResource(portal, { isActive: false })
    const body = { ...change, ...everyone }
    expect((await partner.put(`/api/resources/${resource.id}`, body)).statusCode).toBe(403)
    for (const id of [gone.id, crypto.randomUUID(), '7']) {
      expect((await staff.put(`/api/resources/${id}`, body)).statusCode).toBe(404)
    }
    expect(await rowOf(resource.id)).toMatchObject({ title: resource.title, updatedAt: resource.updatedAt })
    expect((await rowOf(gone.id))?.title).toBe(gone.title)
  })
})

describe('a new version', () => {
  test('replaces the old one, which remains stored, and the link does not change', async () => {
    const resource = await uploadResource(staff, 'png', await sampleFile('png'))
    const second = await uploadFile(staff, 'pdf', await sampleFile('pdf'), 'second.pdf')
    const response = await staff.put(`/api/resources/${resource.id}/file`, second)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      id: resource.id,
      title: resource.title,
      filePath: resource.filePath,
      fileType: 'pdf',
      fileName: 'second.pdf',
      fileSize: second.fileSize,
      hasThumbnail: false,
    })
    const versions = (await staff.get(`/api/resources/${resource.id}/versions`)).json()
    expect(versions).toMatchObject([
      { fileType: 'pdf', fileName: 'second.pdf', uploadedBy: { id: user.id, email: user.email } },
      { fileType: 'png', fileName: 'sample.png' },
    ])
    expect(versions[0].sha256).not.toBe(versions[1].sha256)
    expect((await staff.get(`/objects/${second.filePath}`)).statusCode).toBe(404)
  })

  test('uploaded at the same time as others is stored like them, and one of them is current', async () => {
    const resource = await createResource(portal)
    const files = await Promise.all(Array.from({ length: 5 }, () => registered()))
    const responses = await Promise.all(
      files.map((file) => staff.put(`/api/resources/${resource.id}/file`, file)),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
    const versions = (await staff.get(`/api/resources/${resource.id}/versions`)).json()
    expect(versions).toHaveLength(6)
    const current = (await rowOf(resource.id))?.objectKey
    const [newest] = await portal.db
      .select()
      .from(resourceFileVersions)
      .where(eq(resourceFileVersions.id, versions[0].id))
    expect(newest?.objectKey).toBe(current)
    expect((await staff.get(`/objects/${resource.filePath}`)).statusCode).toBe(200)
  })

  test('is for staff only, for existing resources only, and only from a new upload', async () => {
    const { id } = await createResource(portal)
    const file = await registered()
    expect((await partner.put(`/api/resources/${id}/file`, file)).statusCode).toBe(403)
    expect((await otherStaff.put(`/api/resources/${id}/file`, file)).statusCode).toBe(400)
    expect((await staff.put(`/api/resources/${crypto.randomUUID()}/file`, file)).statusCode).toBe(404)
    expect((await staff.put(`/api/resources/${id}/file`, file)).statusCode).toBe(200)
    expect((await staff.put(`/api/resources/${id}/file`, file)).statusCode).toBe(400)
    expect((await staff.get(`/api/resources/${crypto.randomUUID()}/versions`)).statusCode).toBe(404)
  })
})

describe('withdrawing a resource', () => {
  test('hides it from partners without deleting it', async () => {
    const { id, filePath, objectKey } = await createResource(portal)
    const response = await staff.remove(`/api/resources/${id}`)
    expect(response.statusCode).toBe(204)
    expect(response.body).toBe('')
    expect((await partner.get(`/objects/${filePath}`)).statusCode).toBe(404)
    expect((await staff.remove(`/api/resources/${id}`)).statusCode).toBe(404)
    expect(await rowOf(id)).toMatchObject({ isActive: false })
    expect(await portal.deps.store.size(`files/${objectKey}`)).toBeGreaterThan(0)
  })

  test('leaves it and its versions open for staff', async () => {
    const file = await uploadResource(staff, 'txt', Buffer.from('hello'))
    const [version] = (await staff.get(`/api/resources/${file.id}/versions`)).json()
    await staff.remove(`/api/resources/${file.id}`)
    for (const query of ['', '?download', `?version=${version.id}`]) {
      const opened = await staff.get(`/objects/${file.filePath}${query}`)
      expect([opened.statusCode, opened.body]).toEqual([200, 'hello'])
    }
  })

  test('is for staff only', async () => {
    const { id } = await createResource(portal)
    expect((await partner.remove(`/api/resources/${id}`)).statusCode).toBe(403)
    expect((await portal.visit().remove(`/api/resources/${id}`)).statusCode).toBe(401)
    expect(await rowOf(id)).toMatchObject({ isActive: true })
  })

  test('lists it for staff among the withdrawn files, by search and category, and never for partners', async () => {
    const title = `Autumn ${crypto.randomUUID()}`
    const { id } = await createResource(portal, { title, category: 'training' })
    await staff.remove(`/api/resources/${id}`)
    const idsOf = async (query: string) =>
      (await staff.get(`/api/resources?${query}`)).json().map((file: { id: string }) => file.id)
    const [listed] = (await staff.get(`/api/resources?withdrawn&search=${title.slice(0, 20)}`)).json()
    expect(listed).toMatchObject({ id, title, isActive: false })
    expect(await idsOf('withdrawn&category=training&sort=newest')).toContain(id)
    expect(await idsOf('withdrawn&category=creative')).not.toContain(id)
    expect(await idsOf('category=training')).not.toContain(id)
    expect((await partner.get('/api/resources?withdrawn')).statusCode).toBe(403)
    expect((await staff.get('/api/resources?withdrawn=perhaps')).statusCode).toBe(400)
  })

  test('can be undone: the audience sees the resource again, with its folder and downloads', async () => {
    const folder = await createFolder(portal)
    const { id, filePath } = await createResource(portal, { folderId: folder.id, downloadCount: 3 })
    await staff.remove(`/api/resources/${id}`)
    const restored = await staff.post(`/api/resources/${id}/restore`, {})
    expect(restored.statusCode).toBe(200)
    expect(restored.json()).toMatchObject({ id, isActive: true, folderId: folder.id, downloadCount: 3 })
    expect((await partner.get(`/objects/${filePath}`)).statusCode).toBe(200)
    expect((await partner.get(`/api/resources/${id}`)).json()).toMatchObject({ isActive: true })
    expect((await staff.post(`/api/resources/${id}/restore`, {})).statusCode).toBe(200)
    expect((await staff.post(`/api/resources/${crypto.randomUUID()}/restore`, {})).statusCode).toBe(404)
    const events = (await auditEventsOf(portal, user)).filter(({ subjectId }) => subjectId === id)
    expect(events.map(({ action }) => action)).toEqual(['resource.deleted', 'resource.restored'])
  })
})

test('a file outlives the account that uploaded it and the row of the upload', async () => {
  const leaving = await createUser(portal, { role: 'support' })
  const file = await uploadResource(await portal.signIn(leaving), 'txt', Buffer.from('hello'))
  await portal.db.delete(users).where(eq(users.id, leaving.id))
  const [listed] = (await staff.get(`/api/resources/${file.id}/versions`)).json()
  expect(listed.uploadedBy).toBeNull()
  expect((await staff.get(`/objects/${file.filePath}`)).body).toBe('hello')
  expect(await portal.db.$count(uploads, eq(uploads.objectKey, file.filePath))).toBe(1)
})
