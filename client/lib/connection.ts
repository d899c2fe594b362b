import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

const firstDelayMs = 5_000
const maxDelayMs = 60_000

/** Whether the browser knows that it has no network. That it believes in one does not mean that the portal can be reached. */
export const isOffline = () => navigator.onLine === false

const subscribe = (onChange: () => void) => {
  const listeners = new AbortController()
  addEventListener('online', onChange, listeners)
  addEventListener('offline', onChange, listeners)
  return () => listeners.abort()
}

/** Whether the browser is offline, kept up to date. The server, which renders too, has a connection. */
export const useIsOffline = () => useSyncExternalStore(subscribe, isOffline, () => false)

/** The title of a message about something that failed: the cause, where the browser is offline. */
export const failureTitle = (title = 'Error') => (isOffline() ? "You're offline" : title)

/** Tries something again while the component shows: at once when the network is back, and otherwise after growing delays. */
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
