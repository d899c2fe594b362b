import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useAddressView } from './address-view.ts'

/** In the history's state: the dialog was opened on this page, so closing it is going back. */
const openedHere = (name: string) => ({ openedHere: name })

const wasOpenedHere = (name: string) => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'openedHere' in state && state.openedHere === name
}

/**
 * A dialog that stands in the address, so that Back closes it and a copied address opens it.
 * @param name in the query; its value says what the dialog is about
 */
export const useAddressDialog = (name: string) => {
  const view = useAddressView()
  const [, navigate] = useLocation()
  const isClosing = useRef(false)
  const value = view.get(name) || null

  useEffect(() => {
    // By Forward the same dialog may come again.
    if (value === null) isClosing.current = false
  }, [value])

  // The list behind it stays on its page.
  const addressOf = (of: string | null) => view.with({ [name]: of, page: view.get('page') })

  return {
    /** Null while it is closed. */
    value,
    /** What a link to it needs. */
    linkTo: (to: string) => ({ href: addressOf(to), state: openedHere(name) }),
    open: (to: string) => navigate(addressOf(to), { state: openedHere(name) }),
    close: () => {
      // Going back takes a moment: a second press meanwhile would go back once more, away from the page.
      if (isClosing.current || value === null) return
      isClosing.current = true
      // Opened by a link from elsewhere, there is nothing of this page to go back to.
      if (wasOpenedHere(name)) history.back()
      else navigate(addressOf(null), { replace: true })
    },
  }
}
