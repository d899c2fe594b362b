import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { currentUser, ownProfile } from './domain/current-user.ts'
import { loadWhenIdle } from './lib/load-when-idle.ts'
import { type Screen, screenOf, stageOf } from './screens.ts'
import { lazyPart } from './ui/lazy-part.tsx'
import { NothingYet } from './ui/not-loaded.tsx'

// Toasts that were shown before the toaster has loaded appear when it has loaded.
export const Toaster = lazyPart(
  async () => ({ default: (await import('./ui/toaster.tsx')).Toaster }),
  NothingYet,
)

const loadFrame = () => import('./pages/app-frame.tsx')
const loadDashboard = () => import('./pages/dashboard-page.tsx')
const loadAdmin = () => import('./pages/admin-page.tsx')

export const AppFrame = lazyPart(async () => ({ default: (await loadFrame()).AppFrame }))

// The page is in a separate file because only staff need it.
export const PasskeyPage = lazyPart(() => import('./pages/passkey-page.tsx'))
const StaffDashboard = lazyPart(() => import('./pages/dashboard/staff-dashboard.tsx'))

type Page = typeof StaffDashboard

const pages: Record<Exclude<Screen, 'landing'>, Page> = {
  dashboard: lazyPart(loadDashboard),
  welcome: lazyPart(() => import('./pages/welcome-page.tsx')),
  'pre-onboarding': lazyPart(() => import('./pages/pre-onboarding-page.tsx')),
  onboarding: lazyPart(() => import('./pages/onboarding-page.tsx')),
  resources: lazyPart(() => import('./pages/resources-page.tsx')),
  recap: lazyPart(() => import('./pages/recap-page.tsx')),
  admin: lazyPart(loadAdmin),
  'no-partner': lazyPart(() => import('./pages/no-partner-page.tsx')),
  'not-found': lazyPart(async () => ({ default: (await import('./pages/notice.tsx')).NotFoundPage })),
}

/** Returns the page that a screen shows to the user. */
export const pageOf = (screen: Exclude<Screen, 'landing'>, { role }: CurrentUser): Page =>
  screen === 'dashboard' && isStaff(role) ? StaffDashboard : pages[screen]

/**
 * Loads the code of the screen at an address and reads the signed-in user, at the same time. If the page were rendered earlier, its
 * parts would appear one after the other.
 * @returns the screen; null for a visitor
 */
export const loadScreen = async (
  client: QueryClient,
  { pathname, search }: { pathname: string; search: string },
): Promise<Screen | null> => {
  // The toaster is loaded, too: an open dialog hides everything else from screen readers, including a toaster that is mounted later.
  const frame = Promise.all([AppFrame.load(), Toaster.load(), loadOpened(search)])
  // Prevents an unhandled rejection before `frame` is awaited below.
  frame.catch(() => {})
  const user = await client.ensureQueryData(currentUser)
  if (!user) return null
  const profile = isStaff(user.role) ? null : await client.ensureQueryData(ownProfile)
  const screen = screenOf(stageOf(user, profile), pathname)
  const page = screen !== 'landing' && pageOf(screen, user).load()
  await Promise.all([frame, page, screen === 'admin' && loadTab(search)])
  return screen
}

/** Loads the code that the user will probably need next, when the browser is idle. */
export const loadNextWhenIdle = async (client: QueryClient) => {
  const user = client.getQueryData(currentUser.queryKey)
  if (!user) return
  const staff = isStaff(user.role)
  const [{ frameParts }, { homeParts }] = await Promise.all([loadFrame(), loadDashboard()])
  const places = staff ? [StaffDashboard, pages.admin] : [pages.dashboard]
  const loads = [pages.resources, ...places].map(({ load }) => load)
  await loadWhenIdle([...loads, ...frameParts(user), ...(staff ? [] : homeParts)])
  if (staff) await loadWhenIdle((await loadAdmin()).tabParts)
}

// A failure of these loads is ignored here, since it shows in the place of the part and must not affect the rest.
const loadOpened = async (search: string) => (await loadFrame()).loadOpened(search).catch(() => {})
const loadTab = async (search: string) => (await loadAdmin()).loadTab(search)?.catch(() => {})
