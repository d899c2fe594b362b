import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { useIsHydrated } from '#client/lib/use-is-hydrated.ts'
import { useLater } from '#client/lib/use-later.ts'

let hasPainted = false

type AfterFirstPaintProps = {
  /** It comes one commit after the others, so that what is below them on a phone is not laid out together with them. */
  isSecond?: boolean
  children: ReactNode
}

/**
 * What may come right after the first paint of the loaded page: it is rendered piece by piece then, so that the head of the screen shows
 * sooner and answers in between. Later screens show whole at once, so that Back finds the place where one was.
 */
export function AfterFirstPaint({ isSecond = false, children }: AfterFirstPaintProps) {
  const [isFirst] = useState(() => !hasPainted)
  useEffect(() => {
    hasPainted = true
  }, [])
  // The server renders none of it, and a browser that takes over begins with what the server has rendered.
  const isHydrated = useIsHydrated()
  const hasCome = useDeferredValue(isHydrated, isHydrated && !isFirst)
  const hasComeLater = useLater(hasCome)
  return (isSecond ? hasComeLater : hasCome) ? children : <div aria-busy="true" />
}
