import { hash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { contentTypeOf, fileTypeOf } from '#contract/files/file-types.ts'
import { activationPhotos, activationRecaps } from '#server/db/schema/recaps.ts'
import { createUpload } from '#server/features/files/data.ts'
import { newToken } from '#server/sessions/sessions.ts'
import { fileKey, thumbnailKey } from '#server/storage/object-keys.ts'
import type { TestApp } from './app.ts'
import type { Browser } from './browser.ts'
import { createActivation } from './factories.ts'
import { pictureOf } from './pictures.ts'

type Portal = Pick<TestApp, 'db' | 'deps'>

/** Creates an activation that began some days ago. */
export const createPastActivation = (
  portal: TestApp,
  { daysAgo = 1, ...activation }: Parameters<typeof createActivation>[1] & { daysAgo?: number } = {},
) => createActivation(portal, { activationDate: new Date(Date.now() - daysAgo * 86_400_000), ...activation })

/** Creates a recap that was sent, by default by nobody, with 140 guests and 32 sign-ups. */
export const createRecap = async (
  { db }: Pick<TestApp, 'db'>,
  recap: Partial<typeof activationRecaps.$inferInsert> & { activationId: string },
) => {
  const usual = { guests: 140, signUps: 32, submittedAt: new Date() }
  const [row] = await db
    .insert(activationRecaps)
    .values({ ...usual, ...recap })
    .returning()
  if (!row) throw new Error('no row came back')
  return row
}

/** Creates a photo of an activation, with its bytes and its thumbnail in the store. */
export const createPhoto = async (
  { db, deps }: Portal,
  { activationId, uploadedBy }: { activationId: string; uploadedBy: string },
) => {
  const bytes = await pictureOf(60, 40, 'jpeg')
  const objectKey = newToken()
  const file = { storedSize: bytes.length, sha256: hash('sha256', bytes) }
  const now = new Date()
  await createUpload(db, {
    ...{ purpose: 'library', objectKey, expiresAt: now, registeredAt: now, usedAt: now },
    ...file,
  })
  for (const key of [fileKey(objectKey), thumbnailKey(objectKey)]) {
    await deps.store.write(key, Readable.from([bytes]), bytes.length)
  }
  const [row] = await db
    .insert(activationPhotos)
    .values({
      ...{ activationId, uploadedBy, clientId: randomUUID(), filePath: objectKey, width: 60, height: 40 },
      ...{ fileSize: bytes.length, fileSha256: file.sha256, thumbnailSize: bytes.length },
    })
    .returning()
  if (!row) throw new Error('no row came back')
  return row
}

/** Adds a past event to a partner, with a recap and a photo by one of its people. Its texts contain a word. Returns the path of the photo. */
export const addRecap = async (
  portal: TestApp,
  { partnerId, userId }: { partnerId: string; userId: string },
  word: string,
) => {
  const { id: activationId } = await createPastActivation(portal, { partnerId, name: `${word} day` })
  await createRecap(portal, {
    ...{ activationId, submittedBy: userId, staffNote: 'secret of the company' },
    wentWell: `Thanks to ${word}`,
  })
  return (await createPhoto(portal, { activationId, uploadedBy: userId })).filePath
}

/** A photo as a phone takes it upright: lying on its side, with the place, the camera and a comment. Its left part is red. */
export const photoWithPlace = async () => {
  const red = await pictureOf(100, 200).then((blue) => sharp(blue).tint('#f00').png().toBuffer())
  return sharp({ create: { width: 400, height: 200, channels: 3, background: '#246' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: 'Canary Camera', Orientation: '6' },
      IFD2: { UserComment: 'canary comment' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '40/1 41/1 21/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '74/1 2/1 40/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** Uploads a photo of an activation, up to its registration. Returns its path, or the response that refused it. */
export const uploadPhoto = async (browser: Browser, activationId: string, name: string, bytes: Buffer) => {
  const url = `/api/activations/${activationId}/photos/upload`
  const asked = await browser.post(url, { fileName: name, fileSize: bytes.length })
  if (asked.statusCode !== 201) return asked
  const { uploadURL } = asked.json()
  const type = contentTypeOf(fileTypeOf(name) ?? 'jpg')
  const sent = await browser.put(uploadURL, bytes, { 'content-type': type })
  if (sent.statusCode !== 204) return sent
  const registered = await browser.put('/api/task-proofs/upload', { resourceURL: uploadURL })
  return registered.statusCode === 200 ? (registered.json().filePath as string) : registered
}

/** Adds a photo to an activation the way that a browser does. Returns the last response. */
export const sendPhoto = async (
  browser: Browser,
  activationId: string,
  bytes: Buffer,
  { name = 'IMG_1.JPG', clientId = randomUUID() as string } = {},
) => {
  const filePath = await uploadPhoto(browser, activationId, name, bytes)
  if (typeof filePath !== 'string') return filePath
  return browser.post(`/api/activations/${activationId}/photos`, { filePath, clientId })
}
