/** For a `ref`: scrolls to what may lie beyond an edge. In the next frame, which lays the page out anyway. */
export const bringIntoSight = (element: HTMLElement | null) => {
  if (element) requestAnimationFrame(() => element.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
}
