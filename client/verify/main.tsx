import '../ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchLeaving } from '#client/lib/leaving.ts'
import { ErrorBoundary } from '#client/ui/error-boundary.tsx'
import { VerifyPage } from './verify-page.tsx'

watchLeaving()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <VerifyPage />
    </ErrorBoundary>
  </StrictMode>,
)
