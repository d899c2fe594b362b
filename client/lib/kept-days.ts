import type { ActivationDay } from '#contract/activation-day.ts'
import { isStaff } from '#contract/users/roles.ts'
import { newClientId } from './client-id.ts'
import { forgetKept, type Keeper, keptDatabases, readMark, storeMark } from './kept-mark.ts'

/** A day of an event that this browser keeps, and when it was read. The key names the user, the partner and the activation. */
interface KeptDay {
  key: string
  day: ActivationDay
  readAt: number
}

/** A photo that was taken on the day's page and has not been sent yet. */
export interface KeptPhoto {
  /** A key by which photos are listed and sent in the order in which they were taken. */
  key: string
  /** The id by which the server adds the photo once, however often it is sent. */
  clientId: string
  activationId: string
  userId: string
  partnerId: string
  file: Blob
  fileName: string
  /** When the event begins: the server takes no photos before. */
  beginsAt: number
  /** Why the server refused it; null while it waits. */
  refusal: string | null
  /** What the server said when it could not take the photo yet. Photos that an earlier version of this page has kept lack it. */
  waitReason?: string | null
}

const open = (name: string) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('rows', { keyPath: 'key' })
    request.onsuccess = () => {
      // Signing out deletes the database, which waits for its connections.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })

/** Does something in a transaction of its own, completely or not at all. It resolves once the transaction is on the disk. */
const within = async <T>(name: string, work: (rows: IDBObjectStore) => IDBRequest<T>) => {
  const database = await open(name)
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' })
      transaction.onabort = () => reject(transaction.error)
      try {
        const request = work(transaction.objectStore('rows'))
        transaction.oncomplete = () => resolve(request.result)
      } catch (error) {
        // A file may have become unreadable since it was chosen.
        reject(error)
        transaction.abort()
      }
    })
  } finally {
    database.close()
  }
}

const { days, photos } = keptDatabases
const isOver = ({ keep }: ActivationDay) => !keep || Date.parse(keep.until) <= Date.now()

const readDays = () => within<KeptDay[]>(days, (rows) => rows.getAll())
const readPhotos = () => within<KeptPhoto[]>(photos, (rows) => rows.getAll())
const keeperOf = ({ day }: KeptDay) => day.keep?.userId

const listDays = async () => {
  const mark = readMark()
  return mark ? (await readDays()).filter((kept) => keeperOf(kept) === mark.userId) : []
}

/** Returns the photos of the user that this browser has not sent yet, the oldest first. */
export const listPhotos = async () => {
  const mark = readMark()
  return mark ? (await readPhotos()).filter(({ userId }) => userId === mark.userId) : []
}

/** The channel on which the tabs of this browser announce that the photos have changed. */
export const photosChanged = 'photos-changed'

const announce = async (userId: string) => {
  storeMark(userId, await within(photos, (rows) => rows.count()))
  const channel = new BroadcastChannel(photosChanged)
  channel.postMessage(null)
  channel.close()
}

/** Returns the kept day of an activation; undefined without one, or when it is over. */
export const findDay = async (id: string) =>
  (await listDays()).find(({ day }) => day.id === id && !isOver(day))

/**
 * Writes the mark again if it is gone, for whoever the rows are: Safari removes the cookie after seven days, but may leave the databases.
 * @param userId the user who is signed in, whose the mark is if all rows are theirs, or if there are none
 */
const restoreMark = async (userId: string) => {
  if (readMark()) return
  const [keptDays, keptPhotos] = [await readDays(), await readPhotos()]
  const keepers = [...keptDays.map(keeperOf), ...keptPhotos.map((photo) => photo.userId)]
  storeMark(keepers.find((keeper) => keeper && keeper !== userId) ?? userId, keptPhotos.length)
}

/** Keeps a day in place of the former one, unless it is over or must not be kept. Returns whether it is kept. */
export const keepDay = async (day: ActivationDay) => {
  if (!day.keep || isOver(day)) return false
  const { userId, partnerId } = day.keep
  await restoreMark(userId)
  if (readMark()?.userId !== userId) {
    await forgetKept()
    storeMark(userId, 0)
  }
  const kept: KeptDay = { key: `${userId} ${partnerId} ${day.id}`, day, readAt: Date.now() }
  await within(days, (rows) => rows.put(kept))
  return true
}

/** Removes the kept days of an activation. */
export const forgetDay = async (id: string) => {
  for (const { key, day } of await listDays())
    if (day.id === id) await within(days, (rows) => rows.delete(key))
}

/**
 * Keeps photos until they are sent. Together they are kept or not.
 * @throws DOMException when the device has no room left
 */
export const addPhotos = async (
  added: readonly { file: Blob; fileName: string }[],
  of: Pick<KeptPhoto, 'activationId' | 'userId' | 'partnerId' | 'beginsAt'>,
) => {
  const now = new Date().toISOString()
  await within(photos, (rows) => {
    const requests = added.map((each, index) => {
      const clientId = newClientId()
      const key = `${now} ${String(index).padStart(3, '0')} ${clientId}`
      return rows.put({ ...of, ...each, key, clientId, refusal: null } satisfies KeptPhoto)
    })
    return requests.at(-1) as IDBRequest
  })
  await announce(of.userId)
}

/** Changes the row of a photo, unless its user has signed out, after which nothing of theirs is kept. */
const changePhoto = async ({ userId }: KeptPhoto, change: (rows: IDBObjectStore) => IDBRequest) => {
  if (readMark()?.userId !== userId) return
  await within(photos, change)
  await announce(userId)
}

export const removePhoto = (photo: KeptPhoto) => changePhoto(photo, (rows) => rows.delete(photo.key))

/**
 * Notes why the server refused a photo, or why the photo waits, or with neither that it is to be sent again. A photo that was removed
 * meanwhile stays removed.
 */
export const markPhoto = (photo: KeptPhoto, reasons: Partial<Pick<KeptPhoto, 'refusal' | 'waitReason'>>) =>
  changePhoto(photo, (rows) => {
    const found = rows.get(photo.key)
    found.onsuccess = () => {
      if (found.result) rows.put({ ...found.result, refusal: null, waitReason: null, ...reasons })
    }
    return found
  })

/** Removes the days that are over, and the days and photos of partners whom the user has left. Staff are responsible for all partners. */
export const removeEnded = async ({ role, partners }: Keeper) => {
  const isLeft = (partnerId = '') => !isStaff(role) && !partners.some(({ id }) => id === partnerId)
  for (const { key, day } of await listDays())
    if (isOver(day) || isLeft(day.keep?.partnerId)) await within(days, (rows) => rows.delete(key))
  for (const photo of await listPhotos()) if (isLeft(photo.partnerId)) await removePhoto(photo)
}
