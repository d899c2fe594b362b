import { isOffline } from './connection.ts'
import { isLeaving, loadWhileLeaving } from './leaving.ts'
import { readStored, store } from './storage.ts'
import { hasUnsavedChanges } from './unsaved-changes.ts'

const key = 'reloaded-for-new-version'
const aMinute = 60_000

/** The file that failed, where the browser names it; otherwise the page's first script, whose name each build changes. */
const failedFile = (error: unknown) =>
  /https?:\/\/\S+|\/assets\/\S+/.exec(String(error))?.[0] ??
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src

/** What the server has for the file that failed; null where the server cannot be reached. */
const statusOf = async (error: unknown) => {
  const file = failedFile(error)
  if (!file || isOffline()) return null
  try {
    return (await fetch(file, { method: 'HEAD', cache: 'no-store' })).status
  } catch {
    return null
  }
}

/** Once a minute at most, so that a file that is really missing does not make it reload for ever, and not while something typed is unsaved. */
const mayReload = () => {
  const last = Number(readStored(key) ?? 0)
  return Date.now() - last >= aMinute && !hasUnsavedChanges() && !isLeaving()
}

/** Where the browser refuses to remember when it was, nothing reloads by itself. */
const reload = <T>(): Promise<T> | null => {
  if (!mayReload() || !store(key, String(Date.now()))) return null
  location.reload()
  return new Promise(() => {})
}

let isAhead = false

/** Starts to load a file that nobody has asked for yet: whatever fails then, the page stays. */
export const loadAhead = <T>(load: () => T): T => {
  isAhead = true
  try {
    return load()
  } finally {
    isAhead = false
  }
}

/**
 * Loads a file of the client, for every dynamic import. A page that was open while the portal was updated asks for files that are
 * gone, and some browsers remember that a file could not be loaded: then the page loads anew, and this never ends.
 * @throws what the browser throws when the file cannot be loaded
 */
export const loadFile = async <T>(load: () => Promise<T>): Promise<T> => {
  const isAskedFor = !isAhead
  try {
    return await loadWhileLeaving(load)
  } catch (error) {
    if (!isAskedFor) throw error
    const status = await statusOf(error)
    if (status === 200) return load().catch((again) => reload<T>() ?? Promise.reject(again))
    if (status === 404) return reload<T>() ?? Promise.reject(error)
    throw error
  }
}
