// As wide as the fade at the edge of a row of tabs.
const edgePixels = 24

/**
 * For a `ref` in a list that scrolls sideways: scrolls the list to what may lie beyond its edge, and again when its entries grow, as by a count. The
 * page stays where it is.
 */
export const bringIntoSight = (element: HTMLElement | null) => {
  const list = element?.closest('ul')
  const row = list?.parentElement
  if (!element || !list || !row) return
  // It measures first when the browser has laid out the page.
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
