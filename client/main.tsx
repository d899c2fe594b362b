import './ui/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { watchViewer } from './domain/current-user.ts'
import { watchHistorySteps } from './lib/history-steps.ts'
import { reloadForNewVersion } from './lib/new-version.ts'
import { queryClient } from './lib/query-client.ts'
import { loadScreen, Toaster } from './pages.ts'
import { Router } from './router.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'

reloadForNewVersion()
watchHistorySteps()
watchViewer(queryClient)

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

// Until then the page shows what is in its HTML. What fails, the router shows.
await loadScreen(queryClient).catch(() => {})

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Router />
      </QueryClientProvider>
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </ErrorBoundary>
  </StrictMode>,
)
