import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useCurrentUser, viewerKey } from '#client/domain/current-user.ts'
import { useOwnProfile } from '#client/domain/own-profile.ts'
import { signInAgain } from '#client/lib/sign-in-again.ts'
import { AppFrame } from '#client/pages/app-frame.tsx'
import { LandingPage } from '#client/pages/landing-page.tsx'
import { NotFoundPage } from '#client/pages/not-found-page.tsx'
import { Alert } from '#client/ui/alert.tsx'
import { Loading } from '#client/ui/loading.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { type Screen, screenOf, stageOf } from './screens.ts'

/** A screen in a file of its own. Zod is set up before any of it runs; visitors load neither. */
const page = <P,>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(async () => {
    const [loaded] = await Promise.all([load(), import('#client/lib/zod-without-eval.ts')])
    return loaded
  })

const DashboardPage = page(() => import('#client/pages/dashboard-page.tsx'))
const WelcomePage = page(() => import('#client/pages/welcome-page.tsx'))
const PreOnboardingPage = page(() => import('#client/pages/pre-onboarding-page.tsx'))
const OnboardingPage = page(() => import('#client/pages/onboarding-page.tsx'))
const ResourcesPage = page(() => import('#client/pages/resources-page.tsx'))
const AdminPage = page(() => import('#client/pages/admin-page.tsx'))

const pages: Record<Exclude<Screen, 'landing'>, (user: CurrentUser) => ReactNode> = {
  dashboard: (user) => <DashboardPage user={user} />,
  welcome: () => <WelcomePage />,
  'pre-onboarding': () => <PreOnboardingPage />,
  onboarding: (user) => <OnboardingPage user={user} />,
  resources: () => <ResourcesPage />,
  admin: (user) => <AdminPage user={user} />,
  'not-found': () => <NotFoundPage />,
}

/** The last user of this page, where the session has ended without a logout; goes to sign in. */
const useLostSession = (user: CurrentUser | null | undefined) => {
  const lastRef = useRef<CurrentUser>(undefined)
  if (user) lastRef.current = user
  const lost = user === null ? lastRef.current : undefined
  useEffect(() => {
    if (lost) signInAgain()
  }, [lost])
  return lost
}

/** Chooses the screen by the user, the state of their onboarding, and the path. */
export const Router = () => {
  const [path] = useLocation()
  const session = useCurrentUser()
  const lost = useLostSession(session.data)
  const user = session.data ?? lost ?? null
  const needsProfile = user !== null && !isStaff(user.role)
  const profile = useOwnProfile(needsProfile)

  const failed = [session, needsProfile ? profile : null].find((query) => query?.isError && !query.data)
  if (failed) return <Unreachable onRetry={() => failed.refetch()} />
  if (session.isPending || (needsProfile && profile.isPending)) return <Loading />

  const screen = screenOf(stageOf(user, profile.data ?? null), path)
  if (import.meta.env.DEV) console.debug('router', { path, screen })
  if (!user || screen === 'landing') return <LandingPage />
  // Nothing on the screen survives a change of the user.
  return (
    <AppFrame key={viewerKey(user)} user={user} screen={screen}>
      <Suspense fallback={<Loading />}>{pages[screen](user)}</Suspense>
    </AppFrame>
  )
}

const Unreachable = ({ onRetry }: { onRetry: () => void }) => (
  <main className="mx-auto max-w-page p-4 sm:p-6">
    <h1 className="sr-only">Partner Portal</h1>
    <Alert title="The portal cannot be reached" onRetry={onRetry}>
      Check your connection. Nothing that was saved is lost.
    </Alert>
  </main>
)
