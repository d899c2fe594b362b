import { useRef } from 'react'

/**
 * Props for the popup of a dialog: the focus returns to what had it before. If that is gone by then, as the row that was
 * deleted is, the focus goes to the nearest element around it that can have it.
 */
export function useReturnFocus() {
  const originRef = useRef<Element>(null)
  const regionRef = useRef<HTMLElement>(null)
  return {
    initialFocus: () => {
      originRef.current = findOrigin()
      regionRef.current = originRef.current?.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null
      return true
    },
    finalFocus: () => {
      const target = originRef.current?.isConnected ? originRef.current : regionRef.current
      return target instanceof HTMLElement ? target : true
    },
  }
}

/** The item of a menu goes away: the focus then came from the button of that menu. */
function findOrigin() {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
}
