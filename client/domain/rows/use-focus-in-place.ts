import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * A row that goes away while it has the focus would take it along: it goes on to the row that comes into its place.
 * @param place what holds the rows, and takes the focus itself when there are none left
 */
export const useFocusInPlace = (place: RefObject<HTMLElement | null>) => {
  const held = useRef<{ row: Element; index: number }>(null)

  const rows = () => [...(place.current?.querySelectorAll<HTMLElement>('li[tabindex]') ?? [])]

  useLayoutEffect(() => {
    const last = held.current
    if (!last || last.row.isConnected) return
    held.current = null
    if (document.activeElement !== document.body) return
    const next = rows().at(Math.min(last.index, rows().length - 1)) ?? place.current
    next?.focus({ preventScroll: true })
  })

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = target.closest<HTMLElement>('li[tabindex]')
      held.current = row && { row, index: rows().indexOf(row) }
    },
    // Not told when the row goes, but when somebody leaves it.
    onBlur: () => {
      held.current = null
    },
  }
}
