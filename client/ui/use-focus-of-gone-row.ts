import { type FocusEvent, useLayoutEffect, useRef } from 'react'

const rowSelector = 'li:has(a, button), tbody > tr, [data-row]'

/** Where the focus goes in a row: to its Undo where it is leaving, else to the row, or the first control of one that takes none itself. */
const targetIn = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('[data-undo]') ??
  (row?.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>('a, button'))

/**
 * A button that goes away while it has the focus, alone or with its row, would lose it to the page: it moves on to what is left of the row,
 * or to the row that comes into its place.
 * @returns the props of the element around the rows, which takes the focus itself where none of them can
 */
export const useFocusOfGoneRow = () => {
  const ref = useRef<HTMLDivElement>(null)
  const focusedRef = useRef<{ element: Element; row: HTMLElement | null; index: number }>(null)
  const rows = () => [...(ref.current?.querySelectorAll<HTMLElement>(rowSelector) ?? [])]

  useLayoutEffect(() => {
    const last = focusedRef.current
    if (!last || last.element.isConnected) return
    focusedRef.current = null
    if (document.activeElement !== document.body) return
    const { row, index } = last
    const next = row?.isConnected ? row : index < 0 ? undefined : rows()[Math.min(index, rows().length - 1)]
    const target = targetIn(next) ?? ref.current
    target?.focus({ preventScroll: true })
  })

  return {
    ref,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      // React also passes on the focus of menus and dialogs that lie elsewhere.
      if (!ref.current?.contains(target)) {
        focusedRef.current = null
        return
      }
      const row = target.closest<HTMLElement>(rowSelector)
      const index = row ? rows().indexOf(row) : -1
      // A menu gives the focus back to its button when it closes, also when the item that was chosen goes away: only its whole row counts.
      const element = (target.closest('[role="menu"]') && row) || target
      focusedRef.current = { element, row, index }
    },
    // Not called when the row is removed, only when the focus leaves it.
    onBlur: () => {
      focusedRef.current = null
    },
  }
}
