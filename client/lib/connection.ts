import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

const firstDelayMs = 5_000
const maxDelayMs = 60_000

/** Returns whether the browser knows that it has no network. If not, the portal may still be unreachable. */
export const isOffline = () => navigator.onLine === false

const subscribe = (onChange: () => void) => {
  const listeners = new AbortController()
  addEventListener('online', onChange, listeners)
  addEventListener('offline', onChange, listeners)
  return () => listeners.abort()
}

/** Returns whether the browser is offline, and follows changes. When the server renders, the value is false. */
export const useIsOffline = () => useSyncExternalStore(subscribe, isOffline, () => false)

/** Returns the title of a message about a failure. When the browser is offline, the title says so. */
export const failureTitle = (title = 'Error') => (isOffline() ? "You're offline" : title)

/** Retries while the component is mounted: immediately when the network is back, and otherwise after increasing delays. */
export const useRetryWhenBack = (retry: () => unknown) => {
  const handleRetry = useEffectEvent(retry)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let delayMs = firstDelayMs
    const wait = () => {
      timer = setTimeout(() => {
        if (!isOffline()) handleRetry()
        delayMs = Math.min(delayMs * 2, maxDelayMs)
        wait()
      }, delayMs)
    }
    wait()
    const listeners = new AbortController()
    addEventListener('online', () => handleRetry(), listeners)
    return () => {
      clearTimeout(timer)
      listeners.abort()
    }
  }, [])
}
