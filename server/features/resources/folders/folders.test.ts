import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { resourceFiles, resourceFolders } from '#server/db/schema/resources.ts'
import { record } from '#server/domain-events/record.ts'
import { growAudiences } from '#server/features/audience/views/actions.ts'
import type { FolderGift } from '#server/jobs/job-kinds.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { cookieOf } from '#test/chat-client.ts'
import { createFolder, createPartner, createResource, createUser } from '#test/factories.ts'
import { waitForLockWaits, whileLocked } from '#test/locks.ts'
import { createView } from '#test/saved-views.ts'
import { unzip } from '#test/zip.ts'
import { folderPublished } from '../events.ts'

type Notice = { title: string; detail: string | null }

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

describe('all files of a folder', () => {
  const fileRows = (folderId: string) =>
    portal.db
      .select()
      .from(resourceFiles)
      .where(eq(resourceFiles.folderId, folderId))
      .orderBy(resourceFiles.title)
  const call = async (path: string, body: object = {}) => {
    const response = await staff.post(`${url}/${path}`, body)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  const signInIn = async (partnerGroup: string) => {
    const made = await createPartner(portal, { status: 'completed', onPaper: true, user: { partnerGroup } })
    return { ...made, browser: await portal.signIn(made.user) }
  }

  test('move with it to another category, withdrawn ones too', async () => {
    const folder = await createFolder(portal)
    await createResource(portal, { folderId: folder.id })
    await createResource(portal, { folderId: folder.id, isActive: false })
    const moved = await staff.put(`${url}/${folder.id}`, { name: folder.name, category: 'training' })
    expect(moved.json()).toMatchObject({ category: 'training', fileCount: 1 })
    expect((await fileRows(folder.id)).map(({ category }) => category)).toEqual(['training', 'training'])
  })

  test('open to others besides their audience, who are notified once with the line from staff', async () => {
    const dunes = await signInIn('Dunes')
    const marsh = await signInIn('Marsh')
    const folder = await createFolder(portal, { name: 'Posters' })
    const inFolder = { folderId: folder.id }
    await createResource(portal, { ...inFolder, title: 'A for all' })
    await createResource(portal, { ...inFolder, title: 'B for one', assignedPartnerIds: [ann.profile.id] })
    await createResource(portal, { ...inFolder, title: 'C for Dunes', assignedGroup: 'Dunes' })
    await createResource(portal, { ...inFolder, title: 'D for Marsh', assignedGroup: 'Marsh' })
    await createResource(portal, {
      ...inFolder,
      title: 'E withdrawn',
      assignedGroup: 'Marsh',
      isActive: false,
    })
    const given = { assignedPartnerIds: [], assignedGroup: 'dunes' }
    expect(await call(`${folder.id}/audience`, { ...given, line: 'For the window' })).toEqual({ files: 2 })
    const audiences = (await fileRows(folder.id)).map(({ audience }) => audience)
    expect(audiences).toEqual([
      ['everyone'],
      [ann.profile.id, 'group:Dunes'],
      ['group:Dunes'],
      // A file has one group, so the partners of another one are added.
      [dunes.profile.id, 'group:Marsh'],
      ['group:Marsh'],
    ])
    const titles = async ({ browser }: { browser: Browser }) =>
      (await browser.get(`/api/resources?folder=${folder.id}`))
        .json()
        .map(({ title }: { title: string }) => title)
    expect(await titles(dunes)).toEqual(['A for all', 'B for one', 'C for Dunes', 'D for Marsh'])
    expect(await titles(marsh)).toEqual(['A for all', 'D for Marsh'])

    const { rows } = await portal.db.execute<{ data: FolderGift }>(
      sql`select data from pgboss.job where name = 'notify-folder' and data->'folder'->>'id' = ${folder.id}`,
    )
    expect(rows).toHaveLength(1)
    const [job] = rows
    if (!job) throw new Error('no job was enqueued')
    for (const _twice of [1, 2]) await record(portal.db, folderPublished, null, job.data)
    const bell = async ({ browser }: { browser: Browser }) =>
      (await browser.get('/api/notifications')).json().map(({ title, detail }: Notice) => ({ title, detail }))
    expect(await bell(dunes)).toEqual([{ title: '2 new files: Posters', detail: 'For the window' }])
    expect(await bell(marsh)).toEqual([])

    // Nothing changes when it is given again, and nobody is notified when that is not wanted.
    expect(await call(`${folder.id}/audience`, given)).toEqual({ files: 0 })
    const toAll = { assignedPartnerIds: [], assignedGroup: null, notify: false }
    expect(await call(`${folder.id}/audience`, toAll)).toEqual({ files: 3 })
    expect(await titles(marsh)).toEqual(['A for all', 'B for one', 'C for Dunes', 'D for Marsh'])
    expect(
      await portal.db.execute(
        sql`select from pgboss.job where name = 'notify-folder' and data->'folder'->>'id' = ${folder.id}`,
      ),
    ).toMatchObject({ rowCount: 1 })
    const events = (await auditEventsOf(portal, user)).filter(({ action }) => action === 'folder.given')
    expect(events).toMatchObject([
      { subjectName: 'Posters', after: { files: 2, assignedGroup: 'Dunes' } },
      { subjectName: 'Posters', after: { files: 3 } },
    ])
  })

  test('are withdrawn together, and come back together without those that were withdrawn before', async () => {
    const folder = await createFolder(portal)
    await createResource(portal, { folderId: folder.id, title: 'One' })
    await createResource(portal, { folderId: folder.id, title: 'Two' })
    await createResource(portal, { folderId: folder.id, title: 'Withdrawn before', isActive: false })
    const { files, withdrawnAt } = await call(`${folder.id}/withdraw`)
    expect(files).toBe(2)
    expect(await listed(staff, folder.id)).toMatchObject({ fileCount: 0 })
    expect(await call(`${folder.id}/withdraw`)).toMatchObject({ files: 0 })
    expect(await call(`${folder.id}/restore`, { withdrawnAt })).toEqual({ files: 2 })
    const active = (await fileRows(folder.id)).filter(({ isActive }) => isActive)
    expect(active.map(({ title }) => title)).toEqual(['One', 'Two'])
    const missing = await staff.post(`${url}/${crypto.randomUUID()}/withdraw`, {})
    expect(missing.statusCode).toBe(404)
  })

  test('that are for a view keep it when a group gets them, and lose it when they are for everyone', async () => {
    const joined = await signInIn('Cape')
    const view = await createView(portal, { filter: { group: 'Nobody' } })
    const folder = await createFolder(portal)
    const { id } = await createResource(portal, {
      folderId: folder.id,
      assignedViewId: view.id,
      assignedPartnerIds: [view.id],
    })
    const toCape = { assignedPartnerIds: [], assignedGroup: 'Cape', notify: false }
    expect(await call(`${folder.id}/audience`, toCape)).toEqual({ files: 1 })
    const [forCape] = await fileRows(folder.id)
    expect(forCape?.audience.toSorted()).toEqual([view.id, joined.profile.id].toSorted())
    // The file is changed as any other that is for a view.
    const { title, category, ...shown } = (await staff.get(`/api/resources/${id}`)).json()
    const { assignedPartnerIds, assignedGroup, assignedViewId } = shown
    const audience = { assignedPartnerIds, assignedGroup, assignedViewId }
    expect(audience).toEqual({ assignedPartnerIds: [], assignedGroup: null, assignedViewId: view.id })
    const change = { title, category, folderId: folder.id, description: 'New', ...audience }
    expect((await staff.put(`/api/resources/${id}`, change)).statusCode).toBe(200)

    const toAll = { assignedPartnerIds: [], assignedGroup: null, notify: false }
    expect(await call(`${folder.id}/audience`, toAll)).toEqual({ files: 1 })
    await createPartner(portal, { status: 'completed', user: { partnerGroup: 'Nobody' } })
    await growAudiences(portal.db)
    expect((await fileRows(folder.id)).map((file) => file.audience)).toEqual([['everyone']])
  })

  test('are changed by one of two who change and delete the folder at once', async () => {
    const folder = await createFolder(portal)
    await createResource(portal, { folderId: folder.id })
    const lockedFiles = sql`select from resource_files where folder_id = ${folder.id} for update`
    const lockedFolder = sql`select from resource_folders where id = ${folder.id} for update`
    const deleted = await whileLocked(
      portal,
      (tx) => tx.execute(lockedFiles),
      async (tx) => {
        const begun = staff.remove(`${url}/${folder.id}`)
        await waitForLockWaits(portal, 1)
        await tx.execute(lockedFolder)
        return { begun }
      },
    )
    expect(deleted.statusCode).toBe(204)
  })
})
