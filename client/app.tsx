import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense, useState } from 'react'
import { Router as Address } from 'wouter'
import { followLink } from './domain/chosen-partner.ts'
import { useCurrentUser } from './domain/current-user.ts'
import { Toaster } from './pages.ts'
import { Router } from './router.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'

type AppProps = {
  client: QueryClient
  /** The path to render, on the server; a browser uses its own address. */
  path?: string
  search?: string
}

/** Mounts the toaster once there is a user, since visitors see no toasts and should not load it. It stays when the session is lost. */
const Toasts = () => {
  const { data: user } = useCurrentUser()
  const [hadUser, setHadUser] = useState(false)
  if (user && !hadUser) setHadUser(true)
  return (
    hadUser && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}

/** The whole application; the same in the browser and on the server. */
export const App = ({ client, path, search }: AppProps) => (
  <StrictMode>
    <Address ssrPath={path} ssrSearch={search} aroundNav={followLink}>
      <ErrorBoundary>
        <QueryClientProvider client={client}>
          <Router />
          <Toasts />
        </QueryClientProvider>
      </ErrorBoundary>
    </Address>
  </StrictMode>
)
