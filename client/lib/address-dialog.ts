import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useAddressView } from './address-view.ts'
import { stepBack } from './history-steps.ts'

/** The state of the history entry of a dialog that was opened on this page. Closing such a dialog goes back. */
const openedHere = (name: string) => ({ openedHere: name })

/** Returns the state that the current history entry was opened with. */
export const openedWith = (): Record<string, unknown> => (currentState() as Record<string, unknown>) ?? {}

// The server also renders components, and it has no history.
const currentState = (): unknown => globalThis.history?.state

const wasOpenedHere = (name: string) => {
  const state = currentState()
  return typeof state === 'object' && state !== null && 'openedHere' in state && state.openedHere === name
}

/**
 * A dialog whose state is in the query of the address: Back closes the dialog, and a copied address opens it.
 * @param name the query parameter of the dialog; its value is the dialog's subject
 * @param parts the query parameters that say which part of the dialog is shown; they are removed when the dialog closes
 */
export const useAddressDialog = (name: string, parts: readonly string[] = []) => {
  const view = useAddressView()
  const [, navigate] = useLocation()
  const isClosing = useRef(false)
  const value = view.get(name) || null

  const shown = [name, ...parts].map(view.get).join(' ')

  // Once something else is shown, the closing is over: Forward may open the same dialog again, and it must then close again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is shown ends a closing
  useEffect(() => {
    isClosing.current = false
  }, [shown])

  // The list behind the dialog stays on its current page.
  const addressOf = (next: string | null) =>
    view.with({
      ...Object.fromEntries(parts.map((part) => [part, null])),
      [name]: next,
      page: view.get('page'),
    })

  // A change within the dialog replaces the history entry, so that Back closes the dialog whatever was shown in it.
  const stay = (changes: Record<string, string | null>) => ({
    href: view.with({ ...changes, page: view.get('page') }),
    replace: true,
    state: currentState(),
  })

  return {
    /** The subject of the dialog; null while the dialog is closed. */
    value,
    /** Returns the props of a link that opens the dialog. */
    linkTo: (next: string) => ({ href: addressOf(next), state: openedHere(name) }),
    /** @param more further state, which `openedWith` returns while the dialog is open */
    open: (next: string, more?: Record<string, unknown>) => {
      // The dialog is already open below another one; going back closes that other one.
      if (next === value && openedWith().openedHere && !wasOpenedHere(name)) stepBack()
      else navigate(addressOf(next), { state: { ...more, ...openedHere(name) } })
    },
    /** Returns the props of a link to a part of the open dialog. */
    linkToPart: (part: string, next: string | null) => stay({ [part]: next }),
    /** Shows another subject in the open dialog. */
    exchange: (next: string) => {
      const { href, ...how } = stay({ [name]: next })
      navigate(href, how)
    },
    close: () => {
      // Going back takes a moment, and a second press in the meantime would leave the page.
      if (isClosing.current || value === null) return
      isClosing.current = true
      // If a link from elsewhere opened the dialog, the previous history entry is not this page.
      if (wasOpenedHere(name)) stepBack()
      else navigate(addressOf(null), { replace: true })
    },
  }
}
