import { useRef } from 'react'

/** What has the focus before a dialog takes it; for the item of a menu, which goes away, the button of that menu. */
function findOrigin(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  const origin = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return origin instanceof HTMLElement ? origin : null
}

/**
 * Props for the content of a dialog: the focus goes back to where it came from. Radix alone returns it only to a
 * dialog's own trigger, and many are opened from a menu or by the state around them. What it came from may be gone by
 * then, such as the row that was deleted: the focus goes to the place around it that can take it.
 */
export function useReturnFocus() {
  const origin = useRef<HTMLElement>(null)
  const place = useRef<HTMLElement>(null)
  return {
    onOpenAutoFocus: () => {
      origin.current = findOrigin()
      place.current = origin.current?.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const target = origin.current?.isConnected ? origin.current : place.current
      target?.focus()
    },
  }
}
