import { isOffline } from './connection.ts'
import { isLeaving, loadWhileLeaving } from './leaving.ts'
import { readStored, store } from './storage.ts'
import { hasUnsavedChanges } from './unsaved-changes.ts'

const key = 'reloaded-for-new-version'
const aMinute = 60_000

/** Returns the file that failed, if the browser names it; otherwise the page's first script, whose name changes with each build. */
const failedFile = (error: unknown) =>
  /https?:\/\/\S+|\/assets\/\S+/.exec(String(error))?.[0] ??
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src

/** Requests the file that failed and returns the status of the response; null when the server cannot be reached. */
const statusOf = async (error: unknown) => {
  const file = failedFile(error)
  if (!file || isOffline()) return null
  try {
    return (await fetch(file, { method: 'HEAD', cache: 'no-store' })).status
  } catch {
    return null
  }
}

/** Allows a reload at most once a minute, so that a missing file cannot cause an endless loop, and not while there are unsaved changes. */
const mayReload = () => {
  const last = Number(readStored(key) ?? 0)
  return Date.now() - last >= aMinute && !hasUnsavedChanges() && !isLeaving()
}

/** Reloads the page. If the browser cannot store the time of the reload, does nothing, since the reload could then repeat endlessly. */
const reload = <T>(): Promise<T> | null => {
  if (!mayReload() || !store(key, String(Date.now()))) return null
  location.reload()
  return new Promise(() => {})
}

let isAhead = false

/** Starts to load a file before it is needed. A failure of such a load never reloads the page. */
export const loadAhead = <T>(load: () => T): T => {
  isAhead = true
  try {
    return load()
  } finally {
    isAhead = false
  }
}

/**
 * Loads a file of the client. Every dynamic import goes through this function. A page that was open during an update of the portal
 * requests files that no longer exist, and some browsers cache the failure of an import. In both cases the page reloads, and the
 * returned promise never resolves.
 * @throws the browser's error when the file cannot be loaded
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
