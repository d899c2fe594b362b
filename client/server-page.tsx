import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { isStaff } from '#contract/users/roles.ts'
import { App } from './app.tsx'
import { cachePageData, type PageData, type Viewer } from './domain/current-user.ts'
import { readDashboardView } from './domain/dashboard-view.ts'
import { readOf } from './lib/query-client.ts'
import { readOfKey } from './lib/read-of-key.ts'
import { dashboardReads } from './pages/dashboard/dashboard-reads.ts'
import { loadScreen } from './pages.ts'
import { type Screen, screenOf, stageOf } from './screens.ts'
import { titleOf } from './titles.ts'

// React writes this comment in place of a part that failed or was not loaded.
const isIncomplete = (html: string) => /<!--\$[!?]-->/.test(html)

// The other screens are forms or short, so the server does not render them.
const screensWithHead = new Set<Screen>(['dashboard', 'resources', 'admin'])

type PageAddress = { pathname: string; search: string }

const keysOf = ({ user, profile }: Viewer, { pathname, search }: PageAddress) => {
  const given = new URLSearchParams(search)
  if (isStaff(user.role)) {
    const partnerId = given.get(pathname.startsWith('/admin') ? 'partner' : 'record')
    return partnerId ? [readOf('/api/admin/partners/:partnerId', { params: { partnerId } }).queryKey] : []
  }
  const isDashboard = profile && screenOf(stageOf(user, profile), pathname) === 'dashboard'
  if (!isDashboard || given.get('sign')) return []
  return dashboardReads(readDashboardView((name) => given.get(name) ?? ''))
}

/**
 * Returns the reads of a page besides the user and the profile, as the browser would make them: the partner whose dialog the address
 * opens, and the reads that the dashboard of a partner waits for.
 */
export const readsOf = (viewer: Viewer, address: PageAddress) => keysOf(viewer, address).map(readOfKey)

/**
 * Renders the first content of a screen: the frame, the head and, on a dashboard, the next steps and announcements. Returns null when
 * only the browser can render the screen.
 * @throws the error of a component
 */
export const renderPage = async (data: PageData, { pathname, search }: PageAddress) => {
  const client = new QueryClient({
    defaultOptions: {
      queries: { queryFn: () => Promise.reject(new Error('the server reads nothing')), staleTime: Infinity },
    },
  })
  cachePageData(client, data)
  const screen = await loadScreen(client, { pathname, search })
  if (!screen || !screensWithHead.has(screen) || data.user.passkey?.isRequired) return null
  const html = renderToString(<App client={client} path={pathname} search={search} />)
  return isIncomplete(html) ? null : { html, title: titleOf(screen) }
}
