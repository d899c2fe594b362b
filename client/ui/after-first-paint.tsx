import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { useIsHydrated } from '#client/lib/use-is-hydrated.ts'

let hasPainted = false

/**
 * What may come right after the first paint of the loaded page: it is rendered piece by piece then, so that the head of the screen shows
 * sooner and answers in between. Later screens show whole at once, so that Back finds the place where one was.
 */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const [isFirst] = useState(() => !hasPainted)
  useEffect(() => {
    hasPainted = true
  }, [])
  // The server renders none of it, and a browser that takes over begins with what the server has rendered.
  const isHydrated = useIsHydrated()
  return useDeferredValue(isHydrated, isHydrated && !isFirst) ? children : <div aria-busy="true" />
}
