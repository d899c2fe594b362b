import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'

/**
 * A part of the screen that a button shows and hides. Going to another screen closes it, and so do Escape, which gives the focus back to
 * the button, and a press outside of the container, where there is one.
 */
export const useDisclosure = () => {
  const [location] = useLocation()
  // The address where it was opened: going anywhere else closes it.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === location
  const toggleRef = useRef<HTMLButtonElement>(null)
  const containerRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(undefined)
      // The focus may be in what goes away.
      toggleRef.current?.focus()
    }
    const closeOnPressOutside = ({ target }: PointerEvent) => {
      const container = containerRef.current
      if (container && target instanceof Node && !container.contains(target)) setOpenAt(undefined)
    }
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('pointerdown', closeOnPressOutside)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('pointerdown', closeOnPressOutside)
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
