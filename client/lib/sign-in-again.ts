import { forgetKept } from './kept-mark.ts'
import { clearStorage } from './storage.ts'
import { tidyKept } from './tidy-kept.ts'
import { toast } from './toast.ts'

// This delay lets the user read why the page is being replaced.
const redirectDelay = 500

/** Returns the address where signing in begins; after the sign-in, the user returns to the current page. */
export const signInAddress = () => {
  const here = location.pathname + location.search
  return here === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(here)}`
}

// How long to wait for the response to the logout. It replaces this page, unless the link was opened in another tab.
const logoutTimeoutMs = 5_000

let isLeaving = false
let isLoggingOut = false

/** Shows that the session has ended, and opens the sign-in page, which returns to this page. */
export const signInAgain = () => {
  if (isLeaving) return
  isLeaving = true
  void tidyKept(null)
  // During a logout, wait: going to the sign-in page now would replace the page that the logout leads to.
  if (isLoggingOut) setTimeout(leave, logoutTimeoutMs)
  else leave()
}

const leave = () => {
  const [title, description] = ['Unauthorized', 'You are logged out. Logging in again...']
  const isDashboard = ['/', '/dashboard'].includes(location.pathname)
  toast({ ...(isDashboard ? { title: `${title}: ${description}` } : { title, description }), tone: 'danger' })
  setTimeout(() => location.assign(signInAddress()), redirectDelay)
}

let logouts: BroadcastChannel | undefined

/** Removes the stored drafts of this tab when another tab logs out, and then calls a function. */
export const watchLogouts = (onLogout = () => {}) => {
  logouts = new BroadcastChannel('logout')
  logouts.onmessage = () => {
    clearStorage()
    onLogout()
  }
}

/**
 * Handles a click on the logout link: removes the drafts of all tabs and what the browser keeps of events, and suppresses messages about
 * reads that fail in the meantime.
 */
export const handleLogout = () => {
  isLoggingOut = true
  clearStorage()
  void forgetKept()
  logouts?.postMessage(null)
}
