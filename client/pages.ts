import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { currentUser, isForVisitor, ownProfile } from './domain/current-user.ts'
import { type Screen, screenOf, stageOf } from './screens.ts'
import { lazyPart } from './ui/lazy-part.tsx'

// Visitors see none at first; earlier toasts show when it has loaded.
export const Toaster = lazyPart(async () => ({ default: (await import('./ui/toaster.tsx')).Toaster }))

export const AppFrame = lazyPart(async () => {
  const { AppFrame, loadOpened } = await import('./pages/app-frame.tsx')
  // What fails shows in its own place, and leaves the rest alone.
  await loadOpened().catch(() => {})
  return { default: AppFrame }
})

// Only staff ever load it.
export const PasskeyPage = lazyPart(() => import('./pages/passkey-page.tsx'))
const StaffDashboard = lazyPart(() => import('./pages/dashboard/staff-dashboard.tsx'))

type Page = typeof StaffDashboard

const pages: Record<Exclude<Screen, 'landing'>, Page> = {
  dashboard: lazyPart(() => import('./pages/dashboard-page.tsx')),
  welcome: lazyPart(() => import('./pages/welcome-page.tsx')),
  'pre-onboarding': lazyPart(() => import('./pages/pre-onboarding-page.tsx')),
  onboarding: lazyPart(() => import('./pages/onboarding-page.tsx')),
  resources: lazyPart(() => import('./pages/resources-page.tsx')),
  admin: lazyPart(async () => {
    const page = await import('./pages/admin-page.tsx')
    await page.loadTab()?.catch(() => {})
    return page
  }),
  'not-found': lazyPart(async () => ({ default: (await import('./pages/notice.tsx')).NotFoundPage })),
}

/** What a screen shows to the user. */
export const pageOf = (screen: Exclude<Screen, 'landing'>, { role }: CurrentUser): Page =>
  screen === 'dashboard' && isStaff(role) ? StaffDashboard : pages[screen]

/**
 * Loads what the address shows to whoever is signed in, and who that is, at the same time: rendered before, the page would show
 * one part after the other.
 */
export const loadScreen = async (client: QueryClient) => {
  if (isForVisitor()) return
  const { pathname } = location
  // The toaster, too: in a page that a dialog already covers it would be hidden with the rest.
  const frame = Promise.all([AppFrame.load(), Toaster.load()])
  // Until it is waited for.
  frame.catch(() => {})
  const user = await client.ensureQueryData(currentUser)
  if (!user) return
  const profile = isStaff(user.role) ? null : await client.ensureQueryData(ownProfile)
  const screen = screenOf(stageOf(user, profile), pathname)
  await Promise.all([frame, screen !== 'landing' && pageOf(screen, user).load()])
}
