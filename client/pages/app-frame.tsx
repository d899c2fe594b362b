import { type ReactNode, useEffect, useRef } from 'react'
import { Header } from '#client/features/session/header.tsx'
import type { Screen } from '#client/screens.ts'
import type { CurrentUser } from '#contract/users.ts'

const titles: Record<Screen, string> = {
  landing: '',
  dashboard: 'Dashboard',
  welcome: 'Welcome',
  'pre-onboarding': 'Onboarding Required',
  onboarding: 'Partner Onboarding',
  resources: 'Partner Resources',
  admin: 'Admin Panel',
  'not-found': 'Page not found',
}

/** What stands around every screen of a signed-in person. */
export const AppFrame = ({
  user,
  screen,
  children,
}: {
  user: CurrentUser
  screen: Screen
  children: ReactNode
}) => {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(screen)

  useEffect(() => {
    document.title = `${titles[screen]} · Partner Portal`
    if (shown.current === screen) return
    shown.current = screen
    // A browser does this itself when a page loads: without it a screen reader stays on the link of the last screen.
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [screen])

  return (
    <>
      <a
        href="#content"
        className="sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-60 focus-visible:rounded-control focus-visible:bg-raised focus-visible:p-3"
      >
        Skip to content
      </a>
      <Header user={user} />
      <main id="content" ref={main} tabIndex={-1} className="px-4 py-6 outline-none sm:px-6 sm:py-8">
        {children}
      </main>
    </>
  )
}
