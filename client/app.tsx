import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense, useState } from 'react'
import { Router as Address } from 'wouter'
import { useCurrentUser } from './domain/current-user.ts'
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

/** From when there is a user, since visitors see none and are spared its file; it stays when the session is lost. */
const Toasts = () => {
  // No part of what the server renders.
  const isHydrated = useIsHydrated()
  const { data: user } = useCurrentUser()
  const [hadUser, setHadUser] = useState(false)
  if (user && !hadUser) setHadUser(true)
  return (
    isHydrated &&
    hadUser && (
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
          <Toasts />
        </QueryClientProvider>
      </ErrorBoundary>
    </Address>
  </StrictMode>
)
