// The width of the fade at the edge of a row of tabs.
const edgePixels = 24

/**
 * A `ref` for an entry of a list that scrolls sideways. Scrolls the list, not the page, until the entry is visible, and again when
 * entries become wider, for example by a count.
 */
export const bringIntoSight = (element: HTMLElement | null) => {
  const list = element?.closest('ul')
  const row = list?.parentElement
  if (!element || !list || !row) return
  // The observer first runs after the browser has laid out the page.
  const observer = new ResizeObserver(() => {
    const { left, right } = element.getBoundingClientRect()
    const edges = row.getBoundingClientRect()
    const beyondRight = right + edgePixels - edges.right
    const beyondLeft = left - edgePixels - edges.left
    if (beyondRight > 0) row.scrollLeft += beyondRight
    else if (beyondLeft < 0) row.scrollLeft += beyondLeft
  })
  observer.observe(list)
  return () => observer.disconnect()
}
