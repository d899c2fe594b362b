import { afterEach, beforeEach, expect, test } from 'vitest'
import { addPhoto, requestPhotoUpload } from '#contract/recaps.ts'
import { getCurrentUser } from '#contract/session/session.ts'
import { receiveProofUpload, registerProofUpload } from '#contract/task-work.ts'
import { partner, profile } from '#test/browser/people.ts'
import { answer, createGate, refusal } from '#test/browser/portal-responses.ts'
import { photoRow, recapRow } from '#test/browser/recap-rows.ts'
import { addPhotos, type KeptPhoto, listPhotos, removePhoto } from './kept-days.ts'
import { forgetKept, readMark, storeMark } from './kept-mark.ts'
import { sendPhotos } from './send-photos.ts'

/** The names of the photos that the portal has been asked to take. */
let asked: string[]

beforeEach(() => {
  asked = []
  answer(getCurrentUser, partner)
  answer(requestPhotoUpload, ({ body }) => {
    asked.push((body as { fileName: string }).fileName)
    return { uploadURL: `/api/task-proofs/upload/${crypto.randomUUID()}` }
  })
  answer(receiveProofUpload, undefined)
  answer(registerProofUpload, { filePath: 'uploaded_0123456789abc' })
  answer(addPhoto, photoRow())
})

afterEach(forgetKept)

const take = async (...names: string[]) => {
  const of = { activationId: recapRow().id, userId: partner.id, partnerId: profile.id, beginsAt: 0 }
  await addPhotos(
    names.map((fileName) => ({ file: new Blob([fileName]), fileName })),
    of,
  )
  return listPhotos()
}
const stateOf = ({ fileName, refusal, waitReason }: KeptPhoto) => [fileName, refusal, waitReason]
const kept = async () => (await listPhotos()).map(stateOf)

/** Sends the photos, and does something while the first of them arrives at the portal. */
const sendWith = async (meanwhile: () => unknown) => {
  const [reached, arrival] = [createGate(), createGate()]
  answer(addPhoto, async () => {
    reached.open()
    await arrival.opened
    return photoRow()
  })
  const sending = sendPhotos(() => undefined)
  await reached.opened
  await meanwhile()
  arrival.open()
  return sending
}

test('photos are sent in the order in which they were taken, and are then no longer kept', async () => {
  await take('a.jpg', 'b.jpg')
  expect(await sendPhotos(() => undefined)).toBe(2)
  expect([asked, await kept(), readMark()?.photos]).toEqual([['a.jpg', 'b.jpg'], [], 0])
})

test('a photo that is removed while another is sent is not sent', async () => {
  const [, second] = await take('a.jpg', 'b.jpg', 'c.jpg')
  expect(await sendWith(() => second && removePhoto(second))).toBe(2)
  expect([asked, await kept()]).toEqual([['a.jpg', 'c.jpg'], []])
})

test('once the browser keeps photos for another user, no more are sent', async () => {
  await take('a.jpg', 'b.jpg')
  await sendWith(() => storeMark('another user', 0))
  expect(asked).toEqual(['a.jpg'])
})

/** Answers the photos whose names contain "late" with a refusal, and takes the others. */
const refuseLate = (response: Response) =>
  answer(requestPhotoUpload, ({ body }) => {
    const { fileName } = body as { fileName: string }
    asked.push(fileName)
    return fileName.includes('late')
      ? response.clone()
      : { uploadURL: `/api/task-proofs/upload/${crypto.randomUUID()}` }
  })

test('a photo that the server forbids waits with its reason, and the next one is sent', async () => {
  await take('late.jpg', 'b.jpg')
  refuseLate(refusal('forbidden', 'Confirm your passkey first.'))
  expect(await sendPhotos(() => undefined)).toBe(1)
  expect(await kept()).toEqual([['late.jpg', null, 'Confirm your passkey first.']])
  refuseLate(refusal('conflict', 'An event can have at most 20 photos.'))
  await sendPhotos(() => undefined)
  expect(await kept()).toEqual([['late.jpg', 'An event can have at most 20 photos.', null]])
})

test('after too many photos all of them wait, and the first says why', async () => {
  await take('late.jpg', 'b.jpg')
  refuseLate(refusal('too_many_requests', 'Try again tomorrow.'))
  expect(await sendPhotos(() => undefined)).toBe(0)
  expect([asked, await kept()]).toEqual([
    ['late.jpg'],
    [
      ['late.jpg', null, 'Try again tomorrow.'],
      ['b.jpg', null, undefined],
    ],
  ])
})
