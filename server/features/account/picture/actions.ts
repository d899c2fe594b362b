import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { releaseFiles } from '#server/features/files/actions.ts'
import { setUsed } from '#server/features/files/data.ts'
import { userChanged } from '#server/features/users/events.ts'
import { AppError } from '#server/http/app-error.ts'
import type { JobData } from '#server/jobs/job-kinds.ts'
import { newToken } from '#server/sessions/sessions.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import * as data from './data.ts'
import { drawPicture } from './draw-picture.ts'
import { fetchPicture } from './fetch-picture.ts'

type PictureDeps = Pick<Deps, 'db' | 'store'>

const addressOf = (objectKey: string) => `/api/pictures/${objectKey}`

/** Stores a file. The sweep deletes it unless a later transaction uses it. */
const storePicture = async ({ db, store }: PictureDeps, bytes: Buffer) => {
  const objectKey = newToken()
  const now = new Date()
  const uploadId = await data.createUpload(db, {
    // Users can only use their own uploads. An upload without a user cannot be used for anything else.
    userId: null,
    objectKey,
    fileType: 'webp',
    fileSize: bytes.length,
    storedSize: bytes.length,
    sha256: hash('sha256', bytes),
    expiresAt: now,
    registeredAt: now,
  })
  await store.write(fileKey(objectKey), Readable.from([bytes]), bytes.length)
  return { objectKey, uploadId }
}

const use = async (
  tx: Executor,
  userId: string,
  { objectKey, uploadId }: { objectKey: string; uploadId: string },
  origin: { source: 'account' } | { source: 'provider'; providerUrl: string },
) => {
  const former = await data.getPicture(tx, userId)
  if (former?.objectKey) await releaseFiles(tx, [former.objectKey])
  await setUsed(tx, uploadId)
  await data.setPicture(tx, { userId, objectKey, ...origin }, addressOf(objectKey))
}

/**
 * Sets a user's own picture.
 * @throws AppError `unsupported_media_type` when the bytes are not a picture, or it has too many pixels
 */
export const setOwnPicture = async (deps: PictureDeps, user: Actor, bytes: Buffer) => {
  const drawn = await drawPicture(bytes)
  if (!drawn) {
    throw new AppError('unsupported_media_type', 'Choose a picture of at most 4 megapixels.')
  }
  const stored = await storePicture(deps, drawn)
  await deps.db.transaction(async (tx) => {
    if (!(await data.lockUser(tx, user.id))) return
    await use(tx, user.id, stored, { source: 'account' })
    const after = { profileImageUrl: addressOf(stored.objectKey) }
    await record(tx, userChanged, user, { user, after })
  })
}

/** Removes a user's picture. A picture of the OpenID provider does not come back at the next sign-in. */
export const removeOwnPicture = ({ db }: PictureDeps, user: Actor) =>
  db.transaction(async (tx) => {
    await data.lockUser(tx, user.id)
    const former = await data.getPicture(tx, user.id)
    if (!former?.objectKey) return
    await releaseFiles(tx, [former.objectKey])
    await data.setPicture(tx, { userId: user.id, objectKey: null, source: 'account' }, null)
    await record(tx, userChanged, user, { user, after: { profileImageUrl: null } })
  })

/**
 * Runs the job that downloads the picture that the OpenID provider names, unless that picture was downloaded before or the user has
 * chosen another picture, or none.
 */
export const takeProviderPicture = async (
  deps: PictureDeps & Pick<Deps, 'log'>,
  { userId, url }: JobData['provider-picture'],
  options?: Parameters<typeof fetchPicture>[1],
) => {
  const { db, log } = deps
  const isKept = (picture: Awaited<ReturnType<typeof data.getPicture>>) =>
    picture !== undefined && (picture.source === 'account' || picture.providerUrl === url)
  if (isKept(await data.getPicture(db, userId))) return
  let drawn: Buffer | null
  try {
    drawn = await drawPicture(await fetchPicture(url, options))
  } catch (err) {
    return log.warn({ err, userId }, "the provider's picture of a user could not be fetched")
  }
  if (!drawn) return log.warn({ userId }, "the provider's picture of a user is no picture")
  const stored = await storePicture(deps, drawn)
  await db.transaction(async (tx) => {
    if (!(await data.lockUser(tx, userId)) || isKept(await data.getPicture(tx, userId))) return
    await use(tx, userId, stored, { source: 'provider', providerUrl: url })
  })
}
