import '../ui/styles.css'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { watchLeaving } from '#client/lib/leaving.ts'
import { ErrorBoundary } from '#client/ui/error-boundary.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { SignInPage } from './sign-in-page.tsx'

watchLeaving()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>
        <SignInPage />
      </Suspense>
    </ErrorBoundary>
  </StrictMode>,
)
