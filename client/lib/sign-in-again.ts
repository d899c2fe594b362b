import { clearStorage } from './storage.ts'
import { toast } from './toast.ts'

// Long enough to see why the page goes away.
const redirectDelay = 500

/** Where signing in begins, so that it leads back to where the person is. */
export const signInAddress = () => {
  const here = location.pathname + location.search
  return here === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(here)}`
}

// Long enough for its answer, after which this page is gone unless it went to another tab.
const logoutTimeoutMs = 5_000

let isLeaving = false
let isLoggingOut = false

/** Shows that the session has ended, and leads to the sign-in and from there back to this page. */
export const signInAgain = () => {
  if (isLeaving) return
  isLeaving = true
  // Sooner, it would take the place of the page that Logout leads to.
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

/** Drops what is typed in this tab when another one logs out. */
export const watchLogouts = () => {
  logouts = new BroadcastChannel('logout')
  logouts.onmessage = clearStorage
}

/** For the link that logs out: nothing typed stays in any tab, and a read that is refused meanwhile is not shown. */
export const handleLogout = () => {
  isLoggingOut = true
  clearStorage()
  logouts?.postMessage(null)
}
