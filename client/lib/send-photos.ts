import { contentTypeOf, fileTypeOf } from '#contract/files/file-types.ts'
import { addressFor } from '#contract/screens.ts'
import { ApiError, call, read } from './api.ts'
import { type KeptPhoto, listPhotos, markPhoto, removePhoto } from './kept-days.ts'
import type { Keeper } from './kept-mark.ts'
import { tidyKept } from './tidy-kept.ts'

/** The statuses after which sending the same photo again may succeed: nobody is signed in, a passkey is missing, or the server is busy. */
const passing = [401, 403, 408, 429]

/** Returns why the server will not take a photo; null if it may take it later. */
const refusalOf = (error: unknown) => {
  if (!(error instanceof ApiError) || error.status >= 500 || passing.includes(error.status)) return null
  return error.serverMessage ?? 'The portal cannot take this photo.'
}

/** The statuses with which the server says why a photo has to wait: a passkey is missing, or too many photos were sent. */
const explained = [403, 429]

/** Returns the server's words about why a photo has to wait; undefined if it has said nothing about it. */
const waitReasonOf = (error: unknown) =>
  error instanceof ApiError && explained.includes(error.status) ? error.serverMessage : undefined

/** Returns whether the server may take the next photo although this one has to wait: a 403 is about the partner of one photo. */
const mayTakeOthers = (error: unknown) => error instanceof ApiError && error.status === 403

const send = async ({ activationId, clientId, partnerId, file, fileName }: KeptPhoto) => {
  const params = { id: activationId }
  const as = { partnerId }
  const announced = { fileName, fileSize: file.size }
  const { uploadURL } = await call('POST /api/activations/:id/photos/upload', { params, body: announced }, as)
  const type = fileTypeOf(fileName)
  const uploaded = await fetch(uploadURL.startsWith('/') ? addressFor(partnerId, uploadURL) : uploadURL, {
    method: 'PUT',
    body: file,
    headers: type ? { 'content-type': contentTypeOf(type) } : {},
  })
  if (!uploaded.ok) throw new ApiError(uploaded.status, await uploaded.text())
  const registered = { resourceURL: uploadURL }
  const { filePath } = await call('PUT /api/task-proofs/upload', { body: registered }, as)
  await call('POST /api/activations/:id/photos', { params, body: { filePath, clientId } }, as)
}

/** Returns whether a photo can be sent now: the server takes none before the event begins. */
const isDue = ({ refusal, beginsAt }: KeptPhoto) => refusal === null && beginsAt <= Date.now()

/**
 * Sends the photos that wait, one after the other, and only in one tab at a time. It stops at the
 * first that cannot be sent now, unless that says nothing about the others.
 * @param onSend called with each photo before it is sent, and with null when none is being sent any more
 * @returns how many were sent
 */
export const sendPhotos = async (onSend: (photo: KeptPhoto | null) => void) => {
  let sent = 0
  const sendAll = async () => {
    const user = await read<Keeper>('/api/auth/user', { nullOn: [401] })
    // Photos of whoever was signed in before must not be sent for the present user.
    await tidyKept(user)
    if (!user || user.viewing) return
    const tried = new Set<string>()
    const findNext = async () => (await listPhotos()).find((photo) => isDue(photo) && !tried.has(photo.key))
    // While a photo is sent, its user may remove others or log out, so each photo is looked up right before it is sent.
    for (let photo = await findNext(); photo; photo = await findNext()) {
      tried.add(photo.key)
      onSend(photo)
      try {
        await send(photo)
        await removePhoto(photo)
        sent += 1
      } catch (error) {
        const refusal = refusalOf(error)
        const waitReason = waitReasonOf(error)
        if (refusal !== null) await markPhoto(photo, { refusal })
        else if (waitReason) await markPhoto(photo, { waitReason })
        if (refusal === null && !mayTakeOthers(error)) return
      }
    }
  }
  const run = () => sendAll().finally(() => onSend(null))
  await (navigator.locks ? navigator.locks.request('send-photos', run) : run())
  return sent
}
