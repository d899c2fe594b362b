import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense } from 'react'
import { Router as Address } from 'wouter'
import { useIsHydrated } from './lib/use-is-hydrated.ts'
import { Toaster } from './pages.ts'
import { Router } from './router.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'

type AppProps = {
  client: QueryClient
  /** Where it is rendered, on the server; a browser knows. */
  path?: string
  search?: string
}

const Toasts = () => {
  // No part of what the server renders.
  const isHydrated = useIsHydrated()
  return (
    isHydrated && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}

/** The whole application, the same in a browser and on the server. */
export const App = ({ client, path, search }: AppProps) => (
  <StrictMode>
    <Address ssrPath={path} ssrSearch={search}>
      <ErrorBoundary>
        <QueryClientProvider client={client}>
          <Router />
        </QueryClientProvider>
        <Toasts />
      </ErrorBoundary>
    </Address>
  </StrictMode>
)
