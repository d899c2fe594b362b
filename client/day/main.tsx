import '../ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchLeaving } from '#client/lib/leaving.ts'
import { ErrorBoundary } from '#client/ui/error-boundary.tsx'
import { partnerParameter } from '#contract/headers.ts'
import { DayPage } from './day-page.tsx'

watchLeaving()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

const id = decodeURIComponent(location.pathname.split('/')[2] ?? '')
const partnerId = new URLSearchParams(location.search).get(partnerParameter) ?? undefined

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <DayPage id={id} partnerId={partnerId} />
    </ErrorBoundary>
  </StrictMode>,
)
