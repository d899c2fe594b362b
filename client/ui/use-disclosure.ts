import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'

/**
 * The state of a part of the screen that a button shows and hides. The part closes when the address changes, on Escape, which returns
 * the focus to the button, and on a click or focus outside of the container, if there is one.
 */
export const useDisclosure = <Container extends HTMLElement = HTMLDivElement>() => {
  const [path] = useLocation()
  const location = `${path}?${useSearch()}`
  // The address at which the part was opened.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === location
  const toggleRef = useRef<HTMLButtonElement>(null)
  const containerRef = useRef<Container>(null)

  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(undefined)
      // The focus may be inside the part that disappears.
      toggleRef.current?.focus()
    }
    const closeOutside = ({ target }: PointerEvent | FocusEvent) => {
      const container = containerRef.current
      if (container && target instanceof Node && !container.contains(target)) setOpenAt(undefined)
    }
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [isOpen])

  return {
    isOpen,
    toggleRef,
    containerRef,
    toggle: () => setOpenAt(isOpen ? undefined : location),
    close: () => setOpenAt(undefined),
  }
}
