import { useQuery } from '@tanstack/react-query'
import { FolderOpen, House, ListTodo, type LucideIcon, SquarePen } from 'lucide-react'
import { Link, useLocation, useSearch } from 'wouter'
import { useOwnProfile } from '#client/domain/current-user.ts'
import { ChatLauncher } from '#client/features/chat/chat-launcher.tsx'
import { type Stage, stageOf } from '#client/screens.ts'
import { classNames } from '#client/ui/class-names.ts'
import { CountBadge, shownCount } from '#client/ui/count-badge.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import type { PartnerTask } from '#contract/tasks.ts'
import { isStaff } from '#contract/users/roles.ts'

type Item = { href: string; label: string; icon: LucideIcon; count?: number }

const home: Item = { href: '/', label: 'Home', icon: House }
const resources: Item = { href: '/resources', label: 'Resources', icon: FolderOpen }
const onboarding: Item = { href: '/onboarding', label: 'Onboarding', icon: SquarePen }

const itemsOf = (stage: Stage, openTasks: number): Item[] => {
  if (stage === 'staff')
    return [home, resources, { href: '/admin?tab=tasks', label: 'Tasks', icon: ListTodo }]
  if (stage === 'no-partner') return [home]
  if (stage !== 'onboarded') return [onboarding]
  return [home, resources, { href: '/?show=tasks', label: 'Tasks', icon: ListTodo, count: openTasks }]
}

/** The navigation and the chat at the bottom of a small screen; on a wide screen, only the chat at the side. */
export function BottomBar({ user }: { user: CurrentUser }) {
  return (
    <div
      data-bottom-bar
      data-frame
      className={
        'flex max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:border-line max-lg:border-t max-lg:bg-surface ' +
        // The open chat is inside the bar and must lie above the header.
        'max-lg:has-[[data-covers-phone]]:z-50 ' +
        'max-lg:pb-[env(safe-area-inset-bottom)]'
      }
    >
      <Places user={user} />
      <ChatLauncher user={user} />
    </div>
  )
}

function Places({ user }: { user: CurrentUser }) {
  const [path] = useLocation()
  const search = useSearch()
  const staff = isStaff(user.role)
  const profile = useOwnProfile(!staff)
  const stage = stageOf(user, profile.data ?? null)
  // The path is repeated here because the contract file that defines it imports Zod, which would delay the start of the client.
  const { data: tasks } = useQuery<PartnerTask[]>({
    queryKey: ['/api/partner/tasks'],
    enabled: stage === 'onboarded',
  })
  const items = itemsOf(stage, tasks?.filter(({ status }) => status !== 'completed').length ?? 0)
  const current = currentOf(items, path, new URLSearchParams(search))
  return (
    <nav
      aria-label="Sections"
      className={classNames('flex min-w-0 lg:hidden', items.length > 1 ? 'flex-3' : 'flex-1')}
    >
      {items.map(({ href, label, icon: Icon, count = 0 }) => (
        <Link
          key={href}
          href={href}
          aria-current={href === current ? 'page' : undefined}
          aria-label={count > 0 ? `${label} ${shownCount(count)} open` : undefined}
          className={classNames(
            'relative flex h-12 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-12 focus-visible:-outline-offset-2',
            href === current ? 'text-accent' : 'text-muted',
          )}
        >
          <Icon aria-hidden className="size-5" />
          {label}
          <CountBadge count={count} className="absolute top-1 left-1/2 ml-1.5" />
        </Link>
      ))}
    </nav>
  )
}

/** Returns the address of the item that matches the current path and query; if several match, the longest. */
const currentOf = (items: Item[], path: string, query: URLSearchParams) =>
  items
    .filter(({ href }) => {
      const { pathname, searchParams } = new URL(href, 'http://portal.invalid')
      const isThere = path === pathname || (pathname === '/' && path === '/dashboard')
      return isThere && [...searchParams].every(([name, value]) => query.get(name) === value)
    })
    .sort((one, other) => other.href.length - one.href.length)[0]?.href
