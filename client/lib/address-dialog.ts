import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useAddressView } from './address-view.ts'
import { stepBack } from './history-steps.ts'

/** State of the history entry of a dialog that was opened on this page: closing it goes back. */
const openedHere = (name: string) => ({ openedHere: name })

/** What the current entry of the history was opened with. */
export const openedWith = (): Record<string, unknown> => (currentState() as Record<string, unknown>) ?? {}

// The server, which renders too, has no history.
const currentState = (): unknown => globalThis.history?.state

const wasOpenedHere = (name: string) => {
  const state = currentState()
  return typeof state === 'object' && state !== null && 'openedHere' in state && state.openedHere === name
}

/**
 * A dialog in the address: Back closes it, and a copied address opens it.
 * @param name in the query; its value is the subject of the dialog
 * @param parts names in the query that say which part of the dialog is shown: they go with it
 */
export const useAddressDialog = (name: string, parts: readonly string[] = []) => {
  const view = useAddressView()
  const [, navigate] = useLocation()
  const isClosing = useRef(false)
  const value = view.get(name) || null

  const shown = [name, ...parts].map(view.get).join(' ')

  // Forward may open the same dialog again, and what was shown in it before may show again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is shown ends a closing
  useEffect(() => {
    isClosing.current = false
  }, [shown])

  // The list behind it stays on its page.
  const addressOf = (next: string | null) =>
    view.with({
      ...Object.fromEntries(parts.map((part) => [part, null])),
      [name]: next,
      page: view.get('page'),
    })

  // Back closes the dialog, whatever was shown in it.
  const stay = (changes: Record<string, string | null>) => ({
    href: view.with({ ...changes, page: view.get('page') }),
    replace: true,
    state: currentState(),
  })

  return {
    /** Null while it is closed. */
    value,
    /** The props of a link that opens it. */
    linkTo: (next: string) => ({ href: addressOf(next), state: openedHere(name) }),
    /** @param more to be found in `openedWith` while it is open */
    open: (next: string, more?: Record<string, unknown>) => {
      // It shows again when what was opened on top of it closes.
      if (next === value && openedWith().openedHere && !wasOpenedHere(name)) stepBack()
      else navigate(addressOf(next), { state: { ...more, ...openedHere(name) } })
    },
    /** The props of a link to a part of the opened dialog. */
    linkToPart: (part: string, next: string | null) => stay({ [part]: next }),
    /** Shows another subject in the opened dialog. */
    exchange: (next: string) => {
      const { href, ...how } = stay({ [name]: next })
      navigate(href, how)
    },
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
