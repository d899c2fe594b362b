import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { uploads } from '#server/db/schema/files.ts'
import { userPictures, users } from '#server/db/schema/users.ts'
import { sweepUploads } from '#server/features/files/actions.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { onePixel, pictureOf } from '#test/pictures.ts'
import { takeProviderPicture } from './actions.ts'
import { drawPicture } from './draw-picture.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/account/picture'
const tooManyPixels = await pictureOf(2049, 2048)
const png = { 'content-type': 'image/png' }
const keyOf = (address: string) => address.slice('/api/pictures/'.length)
const storedSize = (address: string) => portal.deps.store.size(fileKey(keyOf(address)))
const imageOf = async ({ id }: { id: string }) =>
  (await portal.db.select().from(users).where(eq(users.id, id)))[0]?.profileImageUrl

const newcomer = async () => {
  const { user } = await createPartner(portal)
  return { user, browser: await portal.signIn(user) }
}

describe('a user’s own picture', () => {
  test('is stored as a square without metadata, and shown to every signed-in user', async () => {
    const { user, browser } = await newcomer()
    const response = await browser.put(url, await pictureOf(900, 600, 'jpeg'), {
      'content-type': 'image/jpeg',
    })
    expect(response.statusCode).toBe(200)
    const { profileImageUrl } = response.json()
    expect(profileImageUrl).toMatch(/^\/api\/pictures\/[\w-]{20,}$/)
    expect((await browser.get('/api/auth/user')).json()).toMatchObject({ profileImageUrl })

    const other = await portal.signIn((await createPartner(portal)).user)
    const picture = await other.get(profileImageUrl)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=86400, immutable',
    })
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 512, height: 512 })
    expect((await portal.visit().get(profileImageUrl)).statusCode).toBe(401)
    expect(await auditEventsOf(portal, user)).toEqual([])
  })

  test('gets a new address each time, and the old one is deleted with its bytes', async () => {
    const { browser } = await newcomer()
    const first = (await browser.put(url, onePixel, png)).json().profileImageUrl
    const second = (await browser.put(url, onePixel, png)).json().profileImageUrl
    expect(second).not.toBe(first)
    expect((await browser.get(first)).statusCode).toBe(404)
    expect((await browser.get(second)).statusCode).toBe(200)
    await sweepUploads(portal.deps)
    expect(await storedSize(first)).toBeNull()
    expect(await storedSize(second)).toBeGreaterThan(0)
  })

  test('can be removed', async () => {
    const { user, browser } = await newcomer()
    const { profileImageUrl } = (await browser.put(url, onePixel, png)).json()
    expect((await browser.remove(url)).json()).toMatchObject({ profileImageUrl: null })
    expect((await browser.remove(url)).statusCode).toBe(200)
    expect(await imageOf(user)).toBeNull()
    expect((await browser.get(profileImageUrl)).statusCode).toBe(404)
  })

  test.each([
    ['a text that says it is a picture', Buffer.from('hello'), 'image/png', 415],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 415],
    ['half a picture', onePixel.subarray(0, 30), 'image/png', 415],
    ['more than four megapixels', tooManyPixels, 'image/png', 415],
    ['another type', onePixel, 'application/octet-stream', 415],
    ['too many bytes', Buffer.alloc(5_242_881), 'image/png', 413],
  ])('is not %s', async (_what, bytes, type, status) => {
    const { user, browser } = await newcomer()
    expect((await browser.put(url, bytes, { 'content-type': type })).statusCode).toBe(status)
    expect(await imageOf(user)).toBeNull()
  })

  test('can have four megapixels', async () => {
    const { browser } = await newcomer()
    expect((await browser.put(url, await pictureOf(2048, 2048), png)).statusCode).toBe(200)
  })

  test('is drawn one at a time, however many are sent at once', async () => {
    const bytes = await pictureOf(1200, 1200)
    let atOnce = 0
    const count = () => {
      // Pictures in the queue are not counted: one that leaves the queue at that moment would count twice.
      atOnce = Math.max(atOnce, sharp.counters().process)
    }
    sharp.queue.on('change', count)
    // The timer counts between changes, too: sharp emits a change before its counters include the picture.
    const often = setInterval(count, 1)
    const drawn = await Promise.all(Array.from({ length: 8 }, () => drawPicture(bytes)))
    sharp.queue.off('change', count)
    clearInterval(often)
    expect(drawn.every((picture) => picture !== null)).toBe(true)
    expect(atOnce).toBe(1)
  })

  test('can be changed twenty times an hour', async () => {
    const { browser } = await newcomer()
    for (let count = 0; count < 20; count++) {
      expect((await browser.put(url, onePixel, png)).statusCode).toBe(200)
    }
    const refused = await browser.put(url, onePixel, png)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
    expect(refused.json().message).toMatch(/^Too many pictures. Try again in \d+ minutes\.$/)
  })

  test('is recorded in the audit log if it is of staff', async () => {
    const user = await createUser(portal, { role: 'support' })
    const { profileImageUrl } = (await (await portal.signIn(user)).put(url, onePixel, png)).json()
    expect(await auditEventsOf(portal, user)).toMatchObject([
      { action: 'user.changed', subjectId: user.id, after: { profileImageUrl } },
    ])
  })

  test('is deleted when its user is erased', async () => {
    const { user, browser } = await newcomer()
    const { profileImageUrl } = (await browser.put(url, onePixel, png)).json()
    const admin = await portal.signIn(await createUser(portal, { role: 'admin' }))
    const erased = await admin.send('POST', `/api/admin/users/${user.id}/erasure`, { email: user.email })
    expect(erased.statusCode).toBeLessThan(300)
    expect(await portal.db.$count(userPictures, eq(userPictures.userId, user.id))).toBe(0)
    await sweepUploads(portal.deps)
    expect(await storedSize(profileImageUrl)).toBeNull()
  })
})

describe("the provider's picture", () => {
  test('is never fetched from this machine, and its failure is only logged', async () => {
    const { user } = await newcomer()
    const uploadsBefore = await portal.db.$count(uploads)
    await takeProviderPicture(portal.deps, { userId: user.id, url: 'https://127.0.0.1/a.png' })
    expect(await imageOf(user)).toBeNull()
    expect(await portal.db.$count(uploads)).toBe(uploadsBefore)
  })

  test('replaces neither a picture that the user set nor the removal of one', async () => {
    const { user, browser } = await newcomer()
    const { profileImageUrl } = (await browser.put(url, onePixel, png)).json()
    const job = { userId: user.id, url: 'https://127.0.0.1/a.png' }
    await takeProviderPicture(portal.deps, job)
    expect(await imageOf(user)).toBe(profileImageUrl)
    await browser.remove(url)
    await takeProviderPicture(portal.deps, job)
    expect(await imageOf(user)).toBeNull()
  })
})
