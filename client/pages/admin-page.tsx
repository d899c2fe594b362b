import { Lock } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { RailViews } from '#client/domain/views/rail-views.tsx'
import { useUnreadCount } from '#client/features/chat/unread.ts'
import { Overview } from '#client/features/overview/overview.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { bringIntoSight } from '#client/ui/bring-into-sight.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { CountBadge, shownCount } from '#client/ui/count-badge.tsx'
import { DialogHost } from '#client/ui/dialog-host.tsx'
import { Loading } from '#client/ui/loading.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { type Tab, tabs } from './admin-tabs.ts'
import { Notice } from './notice.tsx'

export { loadTab, tabParts } from './admin-tabs.ts'

// The overview shows when the address names no tab.
const overview: Tab = { label: 'Overview', Content: Overview }

export default function AdminPage({ user }: { user: CurrentUser }) {
  const view = useAddressView()
  if (!isStaff(user.role)) {
    return (
      <Notice
        icon={Lock}
        title="Access Denied"
        text="You don't have permission to access the admin panel. Admin or support role is required."
      >
        <Button asChild variant="primary">
          <Link href="/dashboard">Go to Dashboard</Link>
        </Button>
        <Button asChild>
          <Link href="/">Go Home</Link>
        </Button>
      </Notice>
    )
  }

  const offered = Object.entries({ overview, ...tabs }).filter(
    ([, { adminOnly }]) => !adminOnly || user.role === 'admin',
  )
  const current = offered.find(([id]) => id === view.get('tab'))?.[0] ?? 'overview'
  const { Content } = tabs[current] ?? overview

  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-x-6 gap-y-1 lg:-mt-2 lg:grid-cols-[11.5rem_minmax(0,1fr)] xl:grid-cols-[12.5rem_minmax(0,1fr)]">
      <header className="flex flex-wrap items-baseline gap-x-1.5 sm:gap-x-2 lg:col-span-2">
        <h1 className="text-15 sm:text-17">Admin Panel</h1>
        <p className="text-12 text-muted tracking-heading sm:text-13">
          Manage partners, users, and system resources.
        </p>
      </header>
      <TabLinks tabs={offered} current={current} />
      <div className="min-w-0">
        <Suspense fallback={<Loading />}>
          <DialogHost key={current}>
            <Content user={user} />
          </DialogHost>
        </Suspense>
      </div>
    </div>
  )
}

/** The links to the tabs, each with its own address. On a small screen, the row scrolls sideways, and a fade shows that there is more. */
function TabLinks({ tabs, current }: { tabs: [id: string, Tab][]; current: string }) {
  const unread = useUnreadCount()
  return (
    <nav
      aria-label="Admin Panel"
      className="overflow-x-auto border-line [scrollbar-width:none] max-lg:-mx-4 max-lg:-mt-1 max-lg:border-b max-lg:px-4 max-lg:mask-x-from-[calc(100%-1.5rem)] sm:max-lg:-mx-6 sm:max-lg:px-6 lg:overflow-visible"
    >
      <ul className="flex min-w-max gap-1 lg:sticky lg:top-20 lg:min-w-0 lg:flex-col">
        {tabs.map(([id, { label }]) => {
          const count = id === 'inbox' ? unread : 0
          return (
            <li key={id}>
              <Link
                href={id === 'overview' ? '/admin' : `/admin?tab=${id}`}
                aria-current={id === current ? 'page' : undefined}
                aria-label={count > 0 ? `${label} ${shownCount(count)} unread` : undefined}
                ref={id === current ? bringIntoSight : undefined}
                className={classNames(
                  'relative flex min-h-9 items-center gap-2 rounded-control px-3 font-medium text-15 focus-visible:-outline-offset-2 touch:min-h-11',
                  id === current
                    ? 'text-ink max-lg:after:absolute max-lg:after:inset-x-3 max-lg:after:bottom-0 max-lg:after:h-0.5 max-lg:after:bg-accent lg:bg-accent-soft lg:text-accent'
                    : 'text-muted hover:text-ink lg:hover:bg-sunken',
                )}
              >
                <span className="lg:min-w-0 lg:flex-1">{label}</span>
                <CountBadge count={count} />
              </Link>
              {id === 'partners' && (
                <div className="max-lg:hidden">
                  <RailViews />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
