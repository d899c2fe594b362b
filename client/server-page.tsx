import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { keepViewer, type Viewer } from './domain/current-user.ts'
import { loadScreen } from './pages.ts'
import type { Screen } from './screens.ts'
import { titleOf } from './titles.ts'

// What React leaves in the place of a part that has failed, or that has not been loaded.
const isIncomplete = (html: string) => /<!--\$[!?]-->/.test(html)

// The others are forms, or short.
const screensWithHead = new Set<Screen>(['dashboard', 'resources', 'admin'])

/**
 * Renders what a screen shows before it has read anything: the frame and the head. Null where a browser has to render it.
 * @throws whatever a component throws
 */
export const renderPage = async (
  viewer: Viewer,
  { pathname, search }: { pathname: string; search: string },
) => {
  const client = new QueryClient({
    defaultOptions: {
      queries: { queryFn: () => Promise.reject(new Error('the server reads nothing')), staleTime: Infinity },
    },
  })
  keepViewer(client, viewer)
  const screen = await loadScreen(client, { pathname, search: '' })
  if (!screen || !screensWithHead.has(screen) || viewer.user.passkey?.isRequired) return null
  const html = renderToString(<App client={client} path={pathname} search={search} />)
  return isIncomplete(html) ? null : { html, title: titleOf(screen) }
}
