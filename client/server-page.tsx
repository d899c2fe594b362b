import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { getPartner } from '#contract/partners/partners.ts'
import { isStaff } from '#contract/users/roles.ts'
import { App } from './app.tsx'
import { keepPageData, type PageData, type Viewer } from './domain/current-user.ts'
import { addressOf, readOf } from './lib/query-client.ts'
import { loadScreen } from './pages.ts'
import type { Screen } from './screens.ts'
import { titleOf } from './titles.ts'

// What React leaves in the place of a part that has failed, or that has not been loaded.
const isIncomplete = (html: string) => /<!--\$[!?]-->/.test(html)

// The others are forms, or short.
const screensWithHead = new Set<Screen>(['dashboard', 'resources', 'admin'])

type PageAddress = { pathname: string; search: string }

/** What is read for a page beside who is signed in, as the browser would read it: the partner whose record its address opens. */
export const readsOf = ({ user }: Viewer, { pathname, search }: PageAddress) => {
  const name = pathname.startsWith('/admin') ? 'partner' : 'record'
  const partnerId = isStaff(user.role) && new URLSearchParams(search).get(name)
  if (!partnerId) return []
  const { queryKey } = readOf(getPartner, { params: { partnerId } })
  return [{ queryKey, url: addressOf(queryKey) }]
}

/**
 * Renders what a screen shows before it has read anything: the frame and the head. Null where a browser has to render it.
 * @throws whatever a component throws
 */
export const renderPage = async (data: PageData, { pathname, search }: PageAddress) => {
  const client = new QueryClient({
    defaultOptions: {
      queries: { queryFn: () => Promise.reject(new Error('the server reads nothing')), staleTime: Infinity },
    },
  })
  keepPageData(client, data)
  const screen = await loadScreen(client, { pathname, search })
  if (!screen || !screensWithHead.has(screen) || data.user.passkey?.isRequired) return null
  const html = renderToString(<App client={client} path={pathname} search={search} />)
  return isIncomplete(html) ? null : { html, title: titleOf(screen) }
}
