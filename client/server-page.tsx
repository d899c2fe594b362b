import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { cachePageData, type PageData, type Viewer } from './domain/current-user.ts'
import { renderInZone } from './lib/own-zone.ts'
import { readOfKey } from './lib/read-of-key.ts'
import { firstReads } from './pages/first-reads.ts'
import { loadScreen } from './pages.ts'
import type { Screen } from './screens.ts'
import { titleOf } from './titles.ts'

// The other screens are forms, in which text typed before the scripts run would be lost.
const renderedScreens = new Set<Screen>(['dashboard', 'resources', 'admin'])
// Other parameters open dialogs, many of them with forms, which the browser opens.
const renderedParams = /^(show|partner|record|section|tab|category|folder|search|sort|view|open)$/
// Rendering a longer list would keep the server from serving others.
const maxRows = 300

type PageAddress = { pathname: string; search: string }

/** Returns the reads of a page besides the user and the profile, so that nothing on the page shows as loading. */
export const readsOf = (viewer: Viewer, address: PageAddress) => firstReads(viewer, address).map(readOfKey)

/**
 * Renders a page as the browser will. Returns null when only the browser can render the screen.
 * @param timeZone the zone of the reader's browser
 * @throws the error of a component
 */
export const renderPage = async (data: PageData, timeZone: string, { pathname, search }: PageAddress) => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false, staleTime: Infinity } } })
  cachePageData(client, data)
  const screen = await loadScreen(client, { pathname, search })
  const rows = data.responses.map(([, response]) => (Array.isArray(response) ? response.length : 0))
  if (
    !screen ||
    !renderedScreens.has(screen) ||
    data.user.passkey?.isRequired ||
    Math.max(...rows, 0) > maxRows
  )
    return null
  const shown = [...new URLSearchParams(search)].filter(([name]) => renderedParams.test(name))
  const app = <App client={client} path={pathname} search={`?${new URLSearchParams(shown)}`} />
  const html = renderInZone(timeZone, () => renderToString(app))
  return { html: html.replaceAll(' style="', ' data-style="'), title: titleOf(screen) }
}
