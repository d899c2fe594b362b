import { toast } from '#client/lib/toast.ts'

// Long enough to see why the page goes away.
const redirectDelay = 500

/** Where signing in begins, so that it leads back to where the person is. */
export const signInAddress = () => {
  const here = location.pathname + location.search
  return here === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(here)}`
}

let leaving = false

/** Shows that the session has ended, and leads to the sign-in and from there back to this page. */
export const signInAgain = () => {
  if (leaving) return
  leaving = true
  toast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', tone: 'danger' })
  setTimeout(() => location.assign(signInAddress()), redirectDelay)
}
