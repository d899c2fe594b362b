import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import { Overview } from '#client/features/overview/overview.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { Button } from '#client/ui/button.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { classNames } from '../ui/class-names.ts'
import { Notice } from './notice.tsx'

const Partners = lazy(() => import('#client/features/partners/partners.tsx'))
const Users = lazy(() => import('#client/features/users/users.tsx'))
const Inbox = lazy(async () => {
  const [{ Inbox }, { OfficeHours }] = await Promise.all([
    import('#client/features/chat/inbox/inbox.tsx'),
    import('#client/features/chat/office-hours/office-hours.tsx'),
  ])
  return {
    default: ({ user }: { user: CurrentUser }) => (
      <Inbox user={user} actions={user.role === 'admin' && <OfficeHours />} />
    ),
  }
})
const AuditLog = lazy(() => import('#client/features/audit-log/audit-log.tsx'))

type Tab = { label: string; render: (user: CurrentUser) => ReactNode; adminOnly?: boolean }

const overview: Tab = { label: 'Overview', render: () => <Overview /> }

/** By the name in the address; the first one goes without. */
const tabs: Record<string, Tab> = {
  overview,
  partners: {
    label: 'Partners',
    render: (user) => <Partners user={user} />,
  },
  users: { label: 'User Management', render: (user) => <Users user={user} /> },
  inbox: { label: 'Inbox', render: (user) => <Inbox user={user} /> },
  audit: { label: 'Audit Log', render: () => <AuditLog />, adminOnly: true },
}

export default function AdminPage({ user }: { user: CurrentUser }) {
  const view = useAddressView()
  if (!isStaff(user.role)) {
    return (
      <Notice
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

  const offered = Object.entries(tabs).filter(([, { adminOnly }]) => !adminOnly || user.role === 'admin')
  const current = offered.find(([id]) => id === view.get('tab'))?.[0] ?? 'overview'
  const { render } = tabs[current] ?? overview

  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
      <PageHead title="Admin Panel" line="Manage partners, users, and system resources." />
      <TabLinks tabs={offered} current={current} />
      <Suspense fallback={<Loading />}>{render(user)}</Suspense>
    </div>
  )
}

/** Each tab has an address of its own. On a phone the row scrolls sideways. */
function TabLinks({ tabs, current }: { tabs: [id: string, Tab][]; current: string }) {
  return (
    <nav aria-label="Admin Panel" className="overflow-x-auto border-line border-b [scrollbar-width:none]">
      <ul className="flex min-w-max gap-1">
        {tabs.map(([id, { label }]) => (
          <li key={id}>
            <Link
              href={id === 'overview' ? '/admin' : `/admin?tab=${id}`}
              aria-current={id === current ? 'page' : undefined}
              ref={id === current ? bringIntoSight : undefined}
              className={classNames(
                'relative flex min-h-11 items-center rounded-control px-3 font-medium text-15 focus-visible:-outline-offset-2',
                id === current
                  ? 'text-ink after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:bg-accent'
                  : 'text-muted hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

// The one that is open may lie beyond the edge of a phone.
const bringIntoSight = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
