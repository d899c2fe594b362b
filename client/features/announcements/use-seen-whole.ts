import { type RefObject, useEffect, useEffectEvent } from 'react'

// Scrolled past within it, nothing was read.
const aMomentMs = 2000

const isCovered = () =>
  document.visibilityState !== 'visible' || document.querySelector('[aria-modal="true"]') !== null

/** Calls back once an element has been on the screen as a whole for a moment. */
export const useSeenWhole = (
  ref: RefObject<HTMLElement | null>,
  isWanted: boolean,
  onSeen: () => unknown,
) => {
  const handleSeen = useEffectEvent(onSeen)
  useEffect(() => {
    const element = ref.current
    if (!isWanted || !element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = () => {
      if (isCovered()) timer = setTimeout(check, aMomentMs)
      else handleSeen()
    }
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        if (entries.at(-1)?.isIntersecting) timer = setTimeout(check, aMomentMs)
      },
      // At 1 it may miss fractions of a pixel.
      { threshold: 0.99 },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [ref, isWanted])
}
