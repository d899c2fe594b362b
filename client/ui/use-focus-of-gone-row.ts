import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * A row that goes away while it has the focus would lose it to the page: it moves on to the row that comes into its place.
 * @returns the props of the element around the rows, which takes the focus itself where none of them can
 */
export const useFocusOfGoneRow = () => {
  const ref = useRef<HTMLDivElement>(null)
  const focusedRef = useRef<{ element: Element; index: number }>(null)
  const rows = () => [...(ref.current?.querySelectorAll<HTMLElement>('li[tabindex]') ?? [])]

  useLayoutEffect(() => {
    const last = focusedRef.current
    if (!last || last.element.isConnected) return
    focusedRef.current = null
    if (document.activeElement !== document.body) return
    const next =
      last.index < 0
        ? undefined
        : rows()
            .slice(0, last.index + 1)
            .at(-1)
    const target = next ?? ref.current
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
      const all = rows()
      const index = all.findIndex((row) => row.contains(target))
      // A menu gives the focus back to its button when it closes, also when the item that was chosen goes away: only its whole row counts.
      const element = (target.closest('[role="menu"]') && all[index]) || target
      focusedRef.current = { element, index }
    },
    // Not called when the row is removed, only when the focus leaves it.
    onBlur: () => {
      focusedRef.current = null
    },
  }
}
