import './ui/styles.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { choosePartnerOfTab, keepPartner } from './domain/chosen-partner.ts'
import {
  announceViewer,
  cachePageData,
  isForVisitor,
  type PageData,
  watchViewer,
} from './domain/current-user.ts'
import { watchHistorySteps } from './lib/history-steps.ts'
import { watchLeaving } from './lib/leaving.ts'
import { watchMovedClicks } from './lib/moved-click-guard.ts'
import { queryClient } from './lib/query-client.ts'
import { watchLogouts } from './lib/sign-in-again.ts'
import { loadNextWhenIdle, loadScreen } from './pages.ts'

watchLeaving()
watchHistorySteps()
watchLogouts()
watchMovedClicks()
watchViewer(queryClient)

const root = document.getElementById('root') as HTMLElement

const pageData: PageData | undefined =
  JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') ?? undefined

const show = async () => {
  if (pageData) {
    cachePageData(queryClient, pageData)
    keepPartner(pageData.user)
  }

  // Errors are ignored here because the router shows them.
  if (!isForVisitor()) await loadScreen(queryClient, location).catch(() => {})
  announceViewer(queryClient)

  const app = <App client={queryClient} />
  // If the server has rendered something else, such as a date in another time zone, React renders that part of the page again.
  const onRecoverableError = (error: unknown) => import.meta.env.DEV && console.debug(error)
  // A transition renders in small steps, so that the page stays responsive in between.
  startTransition(() => {
    if (root.ariaBusy) hydrateRoot(root, app, { onRecoverableError })
    else createRoot(root).render(app)
  })

  // Errors are ignored here because a file that could not be loaded is loaded again when it is needed.
  loadNextWhenIdle(queryClient).catch(() => {})
}

// A page for another partner than that of this tab is loaded again.
if (choosePartnerOfTab(pageData?.user)) await show()
