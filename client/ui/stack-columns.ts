import type { Column } from './data-table.tsx'

/**
 * Returns columns for a table that has room for so many next to each other: what has no room comes below another column, and the order stays.
 * The first columns have the fewest lines.
 */
export const stackColumns = <R>(columns: readonly Column<R>[], room: number): Column<R>[] => {
  const lines = Math.floor(columns.length / room)
  const withMore = columns.length % room
  const stacked: Column<R>[] = []
  for (let next = 0; next < columns.length; ) {
    const count = lines + (stacked.length >= room - withMore ? 1 : 0) || 1
    const [top, ...below] = columns.slice(next, next + count)
    if (top) stacked.push(below.length > 0 ? { ...top, below, ...widest([top, ...below]) } : top)
    next += count
  }
  return stacked
}

/** Returns the class names of the first of the columns with a share of the width, if there is one. */
const widest = <R>(columns: Column<R>[]): Pick<Column<R>, 'className'> => {
  const wide = columns.find(({ className }) => className?.includes('%'))
  return wide?.className ? { className: wide.className } : {}
}
