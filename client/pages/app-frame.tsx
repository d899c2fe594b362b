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
import { partnerActions } from './partner-actions.tsx'

export { loadOpened } from './opened.tsx'

/** Returns the functions that load the parts that the frame can open, the most likely first. */
export const frameParts = (user: CurrentUser) => [loadChat, loadBell, loadSearch, ...loadOpenings(user)]

// The banner is in a separate file because only staff need it.
const ViewingBanner = lazyPart(async () => {
  const { ViewingBanner } = await import('#client/features/session/impersonation.tsx')
  return { default: ViewingBanner }
}, NothingYet)

// The banner is in a separate file because only staff without a passkey need it.
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

  // Until hydration, `aria-busy` marks the page that the server has rendered as not yet interactive.
  useEffect(() => document.getElementById('root')?.removeAttribute('aria-busy'), [])

  useEffect(() => {
    document.title = titleOf(screen)
    if (shownRef.current === screen) return
    shownRef.current = screen
    // A browser does the same when it loads a page. Otherwise, a screen reader would stay at the link of the previous screen.
    window.scrollTo(0, 0)
    mainRef.current?.focus({ preventScroll: true })
  }, [screen])

  return (
    // The attribute is on the outermost element, because a rule that depends on inner elements would apply too late while the page loads.
    <div data-wide={isStaff(user.role) || undefined} className="contents">
      <a
        href="#content"
        className="sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-60 focus-visible:rounded-control focus-visible:bg-raised focus-visible:p-3"
      >
        Skip to content
      </a>
      <div data-frame className={user.viewing ? 'sticky top-0 z-40' : 'contents'}>
        {user.viewing && (
          // The placeholder is as high as the banner on most screens, so that nothing moves when the banner arrives.
          <Suspense fallback={<div className="h-12 bg-caution-soft" />}>
            <ViewingBanner user={user} viewing={user.viewing} />
          </Suspense>
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
        // The placeholder is as high as the banner on most screens, so that nothing moves when the banner arrives.
        <Suspense fallback={<div className="h-12 bg-info-soft" />}>
          <PasskeyBanner requiredFrom={user.passkey.requiredFrom} />
        </Suspense>
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
      <SearchHost user={user} adminTabs={tabs} partnerActions={partnerActions} />
      <StepUpHost email={user.email} />
    </div>
  )
}

// This delay lets the page load everything that it shows first.
const delayMs = 1_500

/** Follows changes on the server through the event stream, once the page has loaded. */
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

/** Reports the browser's time zone, which reminders and emails use until the user chooses a zone. */
const useReportedZone = ({ viewing }: CurrentUser) => {
  const isOwn = viewing === undefined
  useEffect(() => {
    if (!isOwn) return
    const timer = setTimeout(reportOwnZone, delayMs)
    return () => clearTimeout(timer)
  }, [isOwn])
}
