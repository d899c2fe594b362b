import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { useIsHydrated } from '#client/lib/use-is-hydrated.ts'
import { useLater } from '#client/lib/use-later.ts'

let hasPainted = false

type AfterFirstPaintProps = {
  /** Whether the content appears one commit after the others, so that it is not laid out together with them; for content further down. */
  isSecond?: boolean
  children: ReactNode
}

/**
 * Defers its content until after the first paint of the loaded page, and then renders it in small steps, so that the head of the screen
 * shows sooner and stays responsive. Screens that are opened later show everything at once, so that Back can restore the scroll position.
 */
export function AfterFirstPaint({ isSecond = false, children }: AfterFirstPaintProps) {
  const [isFirst] = useState(() => !hasPainted)
  useEffect(() => {
    hasPainted = true
  }, [])
  // The server does not render the content, and hydration must begin with the same output.
  const isHydrated = useIsHydrated()
  const hasCome = useDeferredValue(isHydrated, isHydrated && !isFirst)
  const hasComeLater = useLater(hasCome)
  return (isSecond ? hasComeLater : hasCome) ? children : <div aria-busy="true" />
}
