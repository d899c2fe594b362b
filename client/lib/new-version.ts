import { hasUnsavedChanges } from './unsaved-changes.ts'

const key = 'reloaded-for-new-version'
const aMinute = 60_000

/**
 * A page that was open while the portal was updated asks for files that are gone. Loading it anew mends that; once a
 * minute at most, so that a file that is really missing does not make it reload for ever, and not while something typed is unsaved.
 */
export const reloadForNewVersion = () => {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < aMinute || hasUnsavedChanges()) return
    sessionStorage.setItem(key, String(Date.now()))
    event.preventDefault()
    location.reload()
  })
}
