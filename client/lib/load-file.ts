import { isLeaving, loadWhileLeaving } from './leaving.ts'
import { hasUnsavedChanges } from './unsaved-changes.ts'

const key = 'reloaded-for-new-version'
const aMinute = 60_000

/** The file that failed, where the browser names it; otherwise the page's first script, whose name each build changes. */
const failedFile = (error: unknown) =>
  /https?:\/\/\S+|\/assets\/\S+/.exec(String(error))?.[0] ??
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src

const isGone = async (error: unknown) => {
  const file = failedFile(error)
  if (!file) return false
  try {
    const { status } = await fetch(file, { method: 'HEAD', cache: 'no-store' })
    return status === 404
  } catch {
    // Without a network nobody knows.
    return false
  }
}

/** Once a minute at most, so that a file that is really missing does not make it reload for ever, and not while something typed is unsaved. */
const mayReload = () => {
  const last = Number(sessionStorage.getItem(key) ?? 0)
  return Date.now() - last >= aMinute && !hasUnsavedChanges() && !isLeaving()
}

/**
 * Loads a file of the client, for every dynamic import. A page that was open while the portal was updated asks for files that are
 * gone: then the page loads anew, and this never ends.
 * @throws what the browser throws when the file cannot be loaded
 */
export const loadFile = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await loadWhileLeaving(load)
  } catch (error) {
    if (!mayReload() || !(await isGone(error)) || !mayReload()) throw error
    sessionStorage.setItem(key, String(Date.now()))
    location.reload()
    return new Promise(() => {})
  }
}
