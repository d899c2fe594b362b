import { type RefObject, useEffect } from 'react'

// The width below which a conversation fills the screen, as in its classes.
const phone = '(width < 40rem)'

/** All elements outside of one, except toasts. */
const outsideOf = (element: HTMLElement) => {
  const outside: HTMLElement[] = []
  for (
    let around = element;
    around !== document.body && around.parentElement;
    around = around.parentElement
  ) {
    for (const other of around.parentElement.children) {
      if (other !== around && other instanceof HTMLElement && !other.matches('[role=region]'))
        outside.push(other)
    }
  }
  return outside
}

/** Makes everything behind an element inert while the element fills the screen of a phone. */
export const useCoveredPage = (coverRef: RefObject<HTMLElement | null>, isOpen = true) => {
  useEffect(() => {
    if (!isOpen || !coverRef.current) return
    // Elements that were inert before stay so.
    const behind = outsideOf(coverRef.current).filter((element) => !element.inert)
    const query = matchMedia(phone)
    const apply = () => {
      for (const element of behind) element.inert = query.matches
    }
    apply()
    query.addEventListener('change', apply)
    return () => {
      query.removeEventListener('change', apply)
      for (const element of behind) element.inert = false
    }
  }, [coverRef, isOpen])
}
