import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { currentUserPath, useCurrentUser, useOwnProfile, viewerKey } from '#client/domain/current-user.ts'
import { useIsOffline, useRetryWhenBack } from '#client/lib/connection.ts'
import { signInAgain } from '#client/lib/sign-in-again.ts'
import { LandingPage } from '#client/pages/landing-page.tsx'
import { Alert } from '#client/ui/alert.tsx'
import { Loading } from '#client/ui/loading.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { AppFrame, PasskeyPage, pageOf } from './pages.ts'
import { screenOf, stageOf } from './screens.ts'

/**
 * Decides whether the passkey page replaces the portal, on which staff use or set up a passkey. After `hold`, the page stays until
 * `leave`, because it still shows recovery codes when the session no longer requires a passkey.
 */
const usePasskeyGate = (user: CurrentUser | null) => {
  const client = useQueryClient()
  const [gate, setGate] = useState<{ isRegistered: boolean; isHeld: boolean } | null>(null)
  const isRequired = user?.passkey?.isRequired === true
  if (isRequired && !gate) setGate({ isRegistered: user.passkey?.isRegistered === true, isHeld: false })
  // Another tab has used a passkey, so the session no longer requires one.
  if (!isRequired && gate && !gate.isHeld) setGate(null)
  return {
    gate,
    hold: () => setGate((shown) => shown && { ...shown, isHeld: true }),
    leave: async () => {
      await client.invalidateQueries({ queryKey: [currentUserPath] })
      setGate(null)
    },
  }
}

/** Returns the last user of this page if the session has ended without a logout, and starts a new sign-in. */
const useLostSession = (user: CurrentUser | null | undefined) => {
  const lastRef = useRef<CurrentUser>(undefined)
  if (user) lastRef.current = user
  const lost = user === null ? lastRef.current : undefined
  useEffect(() => {
    if (lost) signInAgain()
  }, [lost])
  return lost
}

/** Chooses the screen from the user, the state of their onboarding, and the path. */
export const Router = () => {
  const [path] = useLocation()
  const session = useCurrentUser()
  const lost = useLostSession(session.data)
  const user = session.data ?? lost ?? null
  const { gate, hold, leave } = usePasskeyGate(user)
  const needsProfile = user !== null && !isStaff(user.role)
  const profile = useOwnProfile(needsProfile)

  // `isLoadingError` is true only if the data was never read, so a later failure does not replace the screen, even without a profile.
  const failed = [session, needsProfile ? profile : null].find((query) => query?.isLoadingError)
  if (failed) return <Unreachable onRetry={() => failed.refetch()} />
  if (session.isPending || (needsProfile && profile.isPending)) return <Loading />

  if (user && gate) {
    return (
      <Suspense fallback={<Loading />}>
        <PasskeyPage user={user} isRegistered={gate.isRegistered} onHold={hold} onDone={leave} />
      </Suspense>
    )
  }

  const screen = screenOf(stageOf(user, profile.data ?? null), path)
  if (import.meta.env.DEV) console.debug('router', { path, screen })
  if (!user || screen === 'landing') return <LandingPage />
  const Page = pageOf(screen, user)
  // Start loading the page in parallel with the frame.
  Page.load().catch(() => {})
  // The key remounts the whole screen when the user changes.
  return (
    <Suspense fallback={<Loading />}>
      <AppFrame key={viewerKey(user)} user={user} screen={screen}>
        <Suspense fallback={<Loading />}>
          <Page user={user} />
        </Suspense>
      </AppFrame>
    </Suspense>
  )
}

const Unreachable = ({ onRetry }: { onRetry: () => void }) => {
  const isOffline = useIsOffline()
  useRetryWhenBack(onRetry)
  return (
    <main className="mx-auto max-w-page p-4 sm:p-6">
      <h1 className="sr-only">Partner Portal</h1>
      <Alert title={isOffline ? "You're offline" : 'The portal cannot be reached'} onRetry={onRetry}>
        {isOffline
          ? "The portal loads when you're connected again. Your saved work is safe."
          : 'Check your connection. Your saved work is safe.'}
      </Alert>
    </main>
  )
}
