import './ui/styles.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { announceViewer, isForVisitor, keepPageData, watchViewer } from './domain/current-user.ts'
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

// What the server has rendered, and with what; without it the page says "Loading..." until the screen shows.
const rendered = document.getElementById('page-data')?.textContent
if (rendered) keepPageData(queryClient, JSON.parse(rendered))

// What fails, the router shows.
if (!isForVisitor()) await loadScreen(queryClient, location).catch(() => {})
announceViewer(queryClient)

const app = <App client={queryClient} />
// Rendered piece by piece, so that the page answers in between.
startTransition(() => {
  if (rendered) hydrateRoot(root, app)
  else createRoot(root).render(app)
})

// What fails is loaded when it is opened.
loadNextWhenIdle(queryClient).catch(() => {})
