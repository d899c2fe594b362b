import { type RefObject, useEffect, useState } from 'react'

// Far enough that it has loaded when a reader who scrolls gets there.
const margin = '600px'

/** Whether a part of the page is, or ever was, in sight or a little below. */
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
