import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { maxPhotos } from '#contract/limits.ts'
import { rateLimits } from '#server/db/schema/emails.ts'
import { uploads } from '#server/db/schema/files.ts'
import { sweepUploads } from '#server/features/files/actions.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { turnedHeic } from '#test/heic.ts'
import { createMember } from '#test/members.ts'
import { pictureOf } from '#test/pictures.ts'
import { createPastActivation, createPhoto, photoWithPlace, sendPhoto, uploadPhoto } from '#test/recaps.ts'
import { storedFiles } from '#test/stored-files.ts'

const portal = await createTestApp()
const { db, deps } = portal
afterAll(portal.close)

const begin = async () => {
  const partner = await createPartner(portal, { status: 'completed' })
  const event = await createPastActivation(portal, { partnerId: partner.profile.id })
  return {
    ...{ partner, event },
    url: `/api/activations/${event.id}`,
    browser: await portal.signIn(partner.user),
    team: await portal.signIn(await createUser(portal, { role: 'support' })),
  }
}

test('a photo loses its place and all else but its pixels, and stands upright', async () => {
  const { browser, team, event, url } = await begin()
  const taken = await photoWithPlace()
  const placed = await sharp(taken).metadata()
  // 0x8825 is the tag of the place.
  const found = ['Canary Camera', Buffer.of(0x25, 0x88)].map((part) => placed.exif?.includes(part))
  expect([placed.orientation, ...found]).toEqual([6, true, true])

  const added = await sendPhoto(browser, event.id, taken)
  expect(added.statusCode, added.body).toBe(201)
  expect(added.json()).toMatchObject({ width: 200, height: 400, isRemovable: true })
  const { filePath } = added.json()
  for (const reader of [browser, team]) {
    for (const address of [`/objects/${filePath}`, `/objects/${filePath}?thumbnail`]) {
      const { rawPayload } = await reader.get(address)
      const { exif, orientation, width, height } = await sharp(rawPayload).metadata()
      expect({ exif, orientation, width, height }).toEqual({ width: 200, height: 400 })
      expect(rawPayload.includes('Canary')).toBe(false)
      // The red side was on the left, and is on top of the upright picture.
      const top = await sharp(rawPayload).extract({ left: 90, top: 20, width: 1, height: 1 }).raw().toBuffer()
      expect(top[0]).toBeGreaterThan(top[2] ?? 255)
    }
  }
  expect((await team.get(`${url}/recap`)).json().photos).toMatchObject([{ filePath }])
})

test('a photo from an iPhone becomes a JPEG', async () => {
  const { browser, event } = await begin()
  const added = await sendPhoto(browser, event.id, turnedHeic(), { name: 'IMG_2.HEIC' })
  expect(added.json()).toMatchObject({ width: 64, height: 96 })
  const { rawPayload, headers } = await browser.get(`/objects/${added.json().filePath}`)
  expect([headers['content-type'], (await sharp(rawPayload).metadata()).format]).toEqual([
    'image/jpeg',
    'jpeg',
  ])
})

test('a photo that is sent again is added once, and one at once, too', async () => {
  const { browser, event, url } = await begin()
  const clientId = randomUUID()
  const bytes = await pictureOf(30, 20, 'jpeg')
  const both = await Promise.all([
    sendPhoto(browser, event.id, bytes, { clientId }),
    sendPhoto(browser, event.id, bytes, { clientId }),
  ])
  const again = await sendPhoto(browser, event.id, bytes, { clientId })
  const ids = [...both, again].map((response) => response.json().id)
  expect(new Set(ids).size).toBe(1)
  expect((await browser.get(`${url}/recap`)).json().photos).toHaveLength(1)
})

test('other files are refused, and what only has the name of a photo', async () => {
  const { browser, event, url } = await begin()
  const asked = await browser.post(`${url}/photos/upload`, { fileName: 'guests.pdf', fileSize: 5 })
  expect(asked.statusCode).toBe(415)
  const text = await uploadPhoto(browser, event.id, 'photo.png', Buffer.from('hello'))
  expect(text).toMatchObject({ statusCode: 415 })
  const unknown = await browser.post(`${url}/photos`, { filePath: 'x'.repeat(24), clientId: randomUUID() })
  expect(unknown.json().fields).toEqual({ filePath: 'Upload the file first.' })
})

test('an event has at most twenty photos', async () => {
  const { browser, event, partner } = await begin()
  const filePath = await uploadPhoto(browser, event.id, 'last.png', await pictureOf(3, 2))
  for (let count = 0; count < maxPhotos; count++) {
    await createPhoto(portal, { activationId: event.id, uploadedBy: partner.user.id })
  }
  const added = await browser.post(`/api/activations/${event.id}/photos`, {
    filePath,
    clientId: randomUUID(),
  })
  expect(added.statusCode).toBe(409)
  expect(await uploadPhoto(browser, event.id, 'more.png', Buffer.from('x'))).toMatchObject({
    statusCode: 409,
  })
})

test('photos are refused before the event begins', async () => {
  const { browser, partner } = await begin()
  const ahead = await createPastActivation(portal, { partnerId: partner.profile.id, daysAgo: -2 })
  expect(await sendPhoto(browser, ahead.id, await pictureOf(3, 2), { name: 'a.png' })).toMatchObject({
    statusCode: 409,
  })
})

test('a photo that the event does not take is not counted among the uploads of the day', async () => {
  const { browser, partner, event } = await begin()
  const partnerId = partner.profile.id
  const ahead = await createPastActivation(portal, { partnerId, daysAgo: -2 })
  const canceled = await createPastActivation(portal, { partnerId, stage: 'canceled' })
  const full = await createPastActivation(portal, { partnerId })
  for (let count = 0; count < maxPhotos; count++) {
    await createPhoto(portal, { activationId: full.id, uploadedBy: partner.user.id })
  }
  const ask = async ({ id }: { id: string }, fileName = 'a.png') =>
    (await browser.post(`/api/activations/${id}/photos/upload`, { fileName, fileSize: 5 })).statusCode
  const counted = () =>
    db
      .select({ uses: rateLimits.points })
      .from(rateLimits)
      .where(eq(rateLimits.key, `proof-uploads:${partner.user.id}`))
  const refused = [await ask(ahead), await ask(canceled), await ask(full), await ask(event, 'guests.pdf')]
  expect([refused, await counted()]).toEqual([[409, 409, 409, 415], []])
  expect([await ask(event), await counted()]).toEqual([201, [{ uses: 1 }]])
})

test('a photo is removed by whoever added it or by staff, and is for nobody else', async () => {
  const { browser, team, event, url, partner } = await begin()
  const photo = await createPhoto(portal, { activationId: event.id, uploadedBy: partner.user.id })
  const other = await createPhoto(portal, { activationId: event.id, uploadedBy: partner.user.id })
  const colleague = await portal.signIn((await createMember(portal, { partnerId: partner.profile.id })).user)
  expect((await colleague.get(`/objects/${photo.filePath}`)).statusCode).toBe(200)
  expect((await colleague.remove(`${url}/photos/${photo.id}`)).statusCode).toBe(404)
  const stranger = (await begin()).browser
  expect((await stranger.get(`/objects/${photo.filePath}`)).statusCode).toBe(404)
  expect((await stranger.remove(`${url}/photos/${photo.id}`)).statusCode).toBe(404)
  expect((await browser.remove(`${url}/photos/${photo.id}`)).statusCode).toBe(204)
  expect((await team.remove(`${url}/photos/${other.id}`)).statusCode).toBe(204)
  expect((await team.get(`${url}/recap`)).json().photos).toEqual([])
})

test('the files of removed photos and deleted events leave the store, and so does the upload', async () => {
  const { browser, team, event, url } = await begin()
  const [first, second] = [
    (await sendPhoto(browser, event.id, await photoWithPlace())).json(),
    (await sendPhoto(browser, event.id, await photoWithPlace())).json(),
  ]
  await browser.remove(`${url}/photos/${first.id}`)
  await db.update(uploads).set({ createdAt: new Date(0) })
  await sweepUploads(deps)
  const kept = await storedFiles(portal)
  expect(kept.filter((key) => key.includes(first.filePath))).toEqual([])
  expect(kept.filter((key) => key.includes(second.filePath))).toHaveLength(2)
  await team.remove(url)
  await db.update(uploads).set({ createdAt: new Date(0) })
  await sweepUploads(deps)
  expect((await storedFiles(portal)).filter((key) => key.includes(second.filePath))).toEqual([])
})
