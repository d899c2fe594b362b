import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useAddressView } from './address-view.ts'
import { stepBack } from './history-steps.ts'

/** State of the history entry of a dialog that was opened on this page: closing it goes back. */
const openedHere = (name: string) => ({ openedHere: name })

const wasOpenedHere = (name: string) => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'openedHere' in state && state.openedHere === name
}

/**
 * A dialog in the address: Back closes it, and a copied address opens it.
 * @param name in the query; its value is the subject of the dialog
 */
export const useAddressDialog = (name: string) => {
  const view = useAddressView()
  const [, navigate] = useLocation()
  const isClosing = useRef(false)
  const value = view.get(name) || null

  useEffect(() => {
    // Forward may open the same dialog again.
    if (value === null) isClosing.current = false
  }, [value])

  // The list behind it stays on its page.
  const addressOf = (next: string | null) => view.with({ [name]: next, page: view.get('page') })

  return {
    /** Null while it is closed. */
    value,
    /** The props of a link that opens it. */
    linkTo: (next: string) => ({ href: addressOf(next), state: openedHere(name) }),
    open: (next: string) => navigate(addressOf(next), { state: openedHere(name) }),
    close: () => {
      // Going back takes a moment: a second press meanwhile would leave the page.
      if (isClosing.current || value === null) return
      isClosing.current = true
      // Opened by a link from elsewhere, the entry before it is not of this page.
      if (wasOpenedHere(name)) stepBack()
      else navigate(addressOf(null), { replace: true })
    },
  }
}
