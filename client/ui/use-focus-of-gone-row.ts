import { type FocusEvent, useLayoutEffect, useRef } from 'react'

const rowSelector = 'li:has(a, button), tbody > tr, [data-row]'

/** Returns the element of a row to focus: Undo if the row is leaving, otherwise the row, or its first control if it is not focusable. */
const targetIn = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('[data-undo]') ??
  (row?.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>('a, button'))

/**
 * Moves the focus when the focused button disappears, alone or with its row, so that the focus is not lost: to the row if it remains,
 * otherwise to the row that takes its place.
 * @returns the props of the element around the rows, which takes the focus itself if no row can
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
      // React also passes on focus events of menus and dialogs that are elsewhere in the document.
      if (!ref.current?.contains(target)) {
        focusedRef.current = null
        return
      }
      const row = target.closest<HTMLElement>(rowSelector)
      const index = row ? rows().indexOf(row) : -1
      // A closing menu returns the focus to its button, even if the chosen item disappears, so only the disappearance of the row matters.
      const element = (target.closest('[role="menu"]') && row) || target
      focusedRef.current = { element, row, index }
    },
    // Removing the row does not trigger this event; only moving the focus does.
    onBlur: () => {
      focusedRef.current = null
    },
  }
}
