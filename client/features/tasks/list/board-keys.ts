import type { KeyboardCoordinateGetter } from '@dnd-kit/core'

/** Returns where an arrow key moves a dragged card: to the column before or after the one that the card is over. */
export const besideColumn: KeyboardCoordinateGetter = (event, { context }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.code]
  const { over, collisionRect, droppableContainers } = context
  if (!step || !collisionRect) return undefined
  event.preventDefault()
  const columns = droppableContainers
    .getEnabled()
    .flatMap(({ id, rect }) => (rect.current && rect.current.width > 0 ? [{ id, rect: rect.current }] : []))
    .sort((a, b) => a.rect.left - b.rect.left)
  const next = columns[columns.findIndex(({ id }) => id === over?.id) + step]
  if (!next) return undefined
  return {
    x: next.rect.left + (next.rect.width - collisionRect.width) / 2,
    y: collisionRect.top,
  }
}
