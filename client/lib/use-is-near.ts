import { type RefObject, useEffect, useState } from 'react'

// At this distance, the part has loaded by the time the reader scrolls to it.
const margin = '600px'

/** Returns whether a part of the page is, or ever was, in view or a little below. */
export const useIsNear = (ref: RefObject<Element | null>) => {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, isNear])
  return isNear
}
