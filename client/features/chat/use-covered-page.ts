import { type RefObject, useEffect } from 'react'

// Where a conversation fills the screen: the same width as in its look.
const phone = '(width < 40rem)'

/** All that lies beside an element or beside something around it, but what is told over everything. */
const besideOf = (element: HTMLElement) => {
  const beside: HTMLElement[] = []
  for (
    let around = element;
    around !== document.body && around.parentElement;
    around = around.parentElement
  ) {
    for (const other of around.parentElement.children) {
      if (other !== around && other instanceof HTMLElement && !other.matches('[role=region]'))
        beside.push(other)
    }
  }
  return beside
}

/** While something fills the screen of a phone, nothing behind it can be reached. */
export const useCoveredPage = (cover: RefObject<HTMLElement | null>, isOpen = true) => {
  useEffect(() => {
    if (!isOpen || !cover.current) return
    // What was so before, such as behind something that covers this, stays so.
    const behind = besideOf(cover.current).filter((element) => !element.inert)
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
  }, [cover, isOpen])
}
