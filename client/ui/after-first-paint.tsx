import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'

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
  return useDeferredValue(true, !isFirst) ? children : <div aria-busy="true" />
}
