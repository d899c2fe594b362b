import { toast } from '#client/lib/toast.ts'

// Long enough to see why the page goes away.
const redirectDelay = 500

let leaving = false

/** Tells the person that their session has ended, and takes them to sign in and back to where they are. */
export const signInAgain = () => {
  if (leaving) return
  leaving = true
  toast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', tone: 'danger' })
  setTimeout(() => {
    const { pathname, search } = location
    location.assign(`/api/login?returnTo=${encodeURIComponent(pathname + search)}`)
  }, redirectDelay)
}
