import { clearTabStorage } from '#client/lib/draft.ts'
import { toast } from '#client/lib/toast.ts'

// Long enough to see why the page goes away.
const redirectDelay = 500

/** Where signing in begins, so that it leads back to where the person is. */
export const signInAddress = () => {
  const here = location.pathname + location.search
  return here === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(here)}`
}

let isLeaving = false

/** Shows that the session has ended, and leads to the sign-in and from there back to this page. */
export const signInAgain = () => {
  if (isLeaving) return
  isLeaving = true
  toast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', tone: 'danger' })
  setTimeout(() => location.assign(signInAddress()), redirectDelay)
}

/** For the link that logs out: nothing typed stays in the tab, and what is still being read may be refused without a word. */
export const handleLogout = () => {
  isLeaving = true
  clearTabStorage()
}
