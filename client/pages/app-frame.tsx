import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { currentUserPath } from '#client/domain/current-user.ts'
import { reportOwnZone } from '#client/domain/time-zones.ts'
import { StepUpHost } from '#client/features/account/step-up/step-up-host.tsx'
import { loadChat } from '#client/features/chat/chat-launcher.tsx'
import { Bell, loadBell } from '#client/features/notifications/bell.tsx'
import { SearchButton, ShortcutsItem } from '#client/features/search/search-button.tsx'
import { loadSearch, SearchHost } from '#client/features/search/search-host.tsx'
import { Header } from '#client/features/session/header.tsx'
import { loadFile } from '#client/lib/load-file.ts'
import { useIsHydrated } from '#client/lib/use-is-hydrated.ts'
import type { Screen } from '#client/screens.ts'
import { titleOf } from '#client/titles.ts'
import { DialogHost } from '#client/ui/dialog-host.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { NothingYet } from '#client/ui/not-loaded.tsx'
import { PrintHead } from '#client/ui/print-head.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { tabs } from './admin-tabs.ts'
import { BottomBar } from './bottom-bar.tsx'
import { OfflineLine } from './offline-line.tsx'
import { loadOpenings, Opened } from './opened.tsx'

export { loadOpened } from './opened.tsx'

/** What the frame itself opens, by the functions that load it; the likely ones first. */
export const frameParts = (user: CurrentUser) => [loadChat, loadBell, loadSearch, ...loadOpenings(user)]

// Only staff ever load it.
const ViewingBanner = lazyPart(async () => {
  const { ViewingBanner } = await import('#client/features/session/impersonation.tsx')
  return { default: ViewingBanner }
}, NothingYet)

// Only staff without a passkey ever load it.
const PasskeyBanner = lazyPart(async () => {
  const { PasskeyBanner } = await import('#client/features/account/passkeys/passkey-banner.tsx')
  return { default: PasskeyBanner }
}, NothingYet)

/** The frame of every screen of a signed-in user. */
export const AppFrame = ({
  user,
  screen,
  children,
}: {
  user: CurrentUser
  screen: Screen
  children: ReactNode
}) => {
  const mainRef = useRef<HTMLElement>(null)
  const shownRef = useRef(screen)
  useLiveUpdates()
  useReportedZone(user)

  // Until then the page that the server has rendered cannot answer.
  useEffect(() => document.getElementById('root')?.removeAttribute('aria-busy'), [])

  useEffect(() => {
    document.title = titleOf(screen)
    if (shownRef.current === screen) return
    shownRef.current = screen
    // As a browser does when a page loads; otherwise a screen reader stays on the link of the last screen.
    window.scrollTo(0, 0)
    mainRef.current?.focus({ preventScroll: true })
  }, [screen])

  return (
    // Around all of it, since a browser that still reads the page would apply a rule for what is inside too late.
    <div data-wide={isStaff(user.role) || undefined} className="contents">
      <a
        href="#content"
        className="sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-60 focus-visible:rounded-control focus-visible:bg-raised focus-visible:p-3"
      >
        Skip to content
      </a>
      <div data-frame className={user.viewing ? 'sticky top-0 z-40' : 'contents'}>
        {user.viewing && (
          // As high as the banner on most screens, so that nothing moves when it arrives.
          <LaterBanner placeholder={<div className="h-12 bg-caution-soft" />}>
            <ViewingBanner viewing={user.viewing} />
          </LaterBanner>
        )}
        <Header
          user={user}
          tools={
            <>
              <SearchButton />
              <Bell user={user} />
            </>
          }
          accountItems={<ShortcutsItem />}
          notice={<OfflineLine />}
        />
      </div>
      {user.passkey && !user.passkey.isRegistered && (
        // As high as the banner on most screens, so that nothing moves when it arrives.
        <LaterBanner placeholder={<div className="h-12 bg-info-soft" />}>
          <PasskeyBanner requiredFrom={user.passkey.requiredFrom} />
        </LaterBanner>
      )}
      <main
        id="content"
        ref={mainRef}
        tabIndex={-1}
        className="px-4 pt-2 pb-[calc(var(--bottom-bar)+1.5rem)] outline-none sm:px-6 lg:pt-4 lg:pr-20 xl:pl-(--page-left)"
      >
        <PrintHead />
        <DialogHost key={screen}>{children}</DialogHost>
      </main>
      <BottomBar user={user} />
      <Opened user={user} />
      <SearchHost user={user} adminTabs={tabs} />
      <StepUpHost email={user.email} />
    </div>
  )
}

type LaterBannerProps = { placeholder: ReactNode; children: ReactNode }

/** A banner in a file of its own, which says a time in the reader's zone: the server, which renders too, does not know that. */
function LaterBanner({ placeholder, children }: LaterBannerProps) {
  return useIsHydrated() ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder
}

// Long enough that it takes nothing from what the page needs to show.
const delayMs = 1_500

/** Follows changes on the server by the event stream, once the page has loaded. */
const useLiveUpdates = () => {
  const client = useQueryClient()
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const readingSince = performance.now()
    const start = async () => {
      const { followChanges } = await loadFile(() => import('#client/lib/live-updates.ts'))
      if (!isGone) stop = followChanges(client, readingSince, currentUserPath)
    }
    const timer = setTimeout(() => {
      start().catch(() => addEventListener('online', () => void start().catch(() => {}), { once: true }))
    }, delayMs)
    return () => {
      isGone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [client])
}

/** Reminders and emails follow the zone of the browser, until the user chooses one. */
const useReportedZone = ({ viewing }: CurrentUser) => {
  const isOwn = viewing === undefined
  useEffect(() => {
    if (!isOwn) return
    const timer = setTimeout(reportOwnZone, delayMs)
    return () => clearTimeout(timer)
  }, [isOwn])
}
