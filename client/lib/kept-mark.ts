import type { Role } from '#contract/users/roles.ts'
import { readSetting, storeSetting } from './storage.ts'

// Every page of the portal loads this file, so it has only what has to work at once. The rest is in kept-days.ts.

/** The databases of a browser: the days of events that it keeps, and the photos that it has not sent yet. */
export const keptDatabases = { days: 'event-days', photos: 'event-photos' } as const

const setting = 'kept-days'

/** Returns the user for whom this browser keeps days of events, and how many photos wait; undefined if it keeps nothing. */
export const readMark = () => {
  const [userId, photos] = readSetting(setting)?.split('.') ?? []
  return userId ? { userId, photos: Number(photos) } : undefined
}

/** Notes in a cookie for whom this browser keeps something, so that a page knows without opening a database. */
export const storeMark = (userId: string, photos: number) => storeSetting(setting, `${userId}.${photos}`)

const remove = (name: string) => {
  try {
    indexedDB.deleteDatabase(name)
  } catch {
    // A browser that refuses storage has nothing to remove.
  }
}

/** Removes all kept days. Photos that wait stay, since only their user can send or discard them. */
export const forgetDays = () => remove(keptDatabases.days)

/** Removes everything that this browser keeps for the day's page: days, photos, and the files of the page. */
export const forgetKept = async () => {
  if (!readMark()) return
  storeSetting(setting, null)
  Object.values(keptDatabases).forEach(remove)
  const workers = await navigator.serviceWorker?.getRegistrations()
  for (const worker of workers ?? []) void worker.unregister()
  for (const name of (await globalThis.caches?.keys()) ?? []) void caches.delete(name)
}

/** The user who is signed in, with the partners whose days and photos stay. */
export interface Keeper {
  id: string
  role: Role
  partners: { id: string }[]
  viewing?: { by: { id: string } } | undefined
}
