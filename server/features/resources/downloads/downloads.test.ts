import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { resourceDownloads, resourceFiles } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { createFolder, createPartner, createResource, createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

const ann = await createPartner(portal, {
  status: 'completed',
  onPaper: true,
  user: { partnerGroup: 'Coast' },
})
const partner = await portal.signIn(ann.user)
const staffUser = await createUser(portal, { role: 'support' })
const staff = await portal.signIn(staffUser)

const rowOf = async (id: string) =>
  (await portal.db.select().from(resourceFiles).where(eq(resourceFiles.id, id)))[0]
const recorded = (id: string) => portal.db.$count(resourceDownloads, eq(resourceDownloads.resourceId, id))

describe('a download', () => {
  test('is counted and recorded, and does not change when the file was updated', async () => {
    const file = await createResource(portal)
    const response = await partner.post(`/api/resources/${file.id}/download`, undefined)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ downloadCount: 1 })
    expect(await rowOf(file.id)).toEqual({ ...file, downloadCount: 1 })
    expect(await recorded(file.id)).toBe(1)
  })

  test('is counted a hundred times when there are a hundred at once', async () => {
    const { id } = await createResource(portal)
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => partner.post(`/api/resources/${id}/download`, undefined)),
    )
    expect(new Set(responses.map((response) => response.json().downloadCount)).size).toBe(100)
    expect(await rowOf(id)).toMatchObject({ downloadCount: 100 })
    expect(await recorded(id)).toBe(100)
  })

  test('of an archived, missing or inaccessible file is not counted', async () => {
    const others = await createResource(portal, { assignedGroup: 'Inland' })
    const gone = await createResource(portal, { isActive: false })
    for (const id of [others.id, gone.id, crypto.randomUUID(), 'null']) {
      expect((await partner.post(`/api/resources/${id}/download`, undefined)).statusCode).toBe(404)
    }
    expect(await recorded(others.id)).toBe(0)
    expect((await portal.visit().post(`/api/resources/${others.id}/download`, undefined)).statusCode).toBe(
      401,
    )
  })

  test('of a folder counts as a download of each accessible file in it', async () => {
    const { id: folderId } = await createFolder(portal)
    const mine = await createResource(portal, { folderId, assignedGroup: 'Coast' })
    const everyones = await createResource(portal, { folderId })
    const others = await createResource(portal, { folderId, assignedGroup: 'Inland' })
    const both = () => partner.post(`/api/resource-folders/${folderId}/download`, undefined)
    const responses = await Promise.all([both(), both(), both()])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
    expect(await Promise.all([mine, everyones, others].map(({ id }) => recorded(id)))).toEqual([3, 3, 0])
    expect(await rowOf(others.id)).toMatchObject({ downloadCount: 0 })
    const nowhere = `/api/resource-folders/${crypto.randomUUID()}/download`
    expect((await partner.post(nowhere, undefined)).statusCode).toBe(404)
  })
})

describe('the list of downloads of a file', () => {
  test('shows staff who downloaded it, the latest first, in pages', async () => {
    const { id } = await createResource(portal)
    const times = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day)))
    for (const downloadedAt of times) {
      await portal.db.insert(resourceDownloads).values({ resourceId: id, userId: ann.user.id, downloadedAt })
    }
    await staff.post(`/api/resources/${id}/download`, undefined)
    const all = await staff.get(`/api/resources/${id}/downloads`)
    expect(all.headers['x-total-count']).toBe('4')
    expect(all.json()).toMatchObject([
      { user: { id: staffUser.id, email: staffUser.email }, partner: null },
      {
        downloadedAt: times[2]?.toISOString(),
        user: { id: ann.user.id },
        partner: { id: ann.profile.id, businessName: ann.profile.businessName },
      },
      { downloadedAt: times[1]?.toISOString() },
      { downloadedAt: times[0]?.toISOString() },
    ])
    const page = await staff.get(`/api/resources/${id}/downloads?limit=1&page=2`)
    expect(page.json()).toEqual([all.json()[1]])
    expect(page.headers['x-total-count']).toBe('4')
  })

  test('contains downloads of a deleted account without a name', async () => {
    const leaving = await createUser(portal, { role: 'support' })
    const { id } = await createResource(portal)
    await (await portal.signIn(leaving)).post(`/api/resources/${id}/download`, undefined)
    await portal.db.delete(users).where(eq(users.id, leaving.id))
    const [download] = (await staff.get(`/api/resources/${id}/downloads`)).json()
    expect(download).toMatchObject({ user: null, partner: null })
  })

  test('is refused for partners, and not found for an unknown file', async () => {
    const { id } = await createResource(portal)
    expect((await partner.get(`/api/resources/${id}/downloads`)).statusCode).toBe(403)
    expect((await staff.get(`/api/resources/${crypto.randomUUID()}/downloads`)).statusCode).toBe(404)
    expect((await staff.get(`/api/resources/${id}/downloads?limit=0`)).statusCode).toBe(400)
  })
})
