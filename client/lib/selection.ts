import { useState } from 'react'

type Selected = readonly string[]

/** Selects or deselects a row. A row is selected only while the selection is not full. */
export const toggled = (selected: Selected, id: string, max: number): Selected => {
  if (selected.includes(id)) return selected.filter((other) => other !== id)
  return selected.length < max ? [...selected, id] : selected
}

/** Selects the rows of a page between two of them, including both, up to the maximum. If `from` is not on the page, it selects only `to`. */
export const extended = (
  selected: Selected,
  page: Selected,
  from: string | null,
  to: string,
  max: number,
) => {
  const [start = -1, end = -1] = [page.indexOf(from ?? ''), page.indexOf(to)].toSorted(
    (one, other) => one - other,
  )
  const range = start < 0 ? [to] : page.slice(start, end + 1)
  return [...selected, ...range.filter((id) => !selected.includes(id))].slice(0, max)
}

/** Returns how much of a page is selected. */
export const partOf = (selected: Selected, page: Selected): 'none' | 'some' | 'all' => {
  const count = page.filter((id) => selected.includes(id)).length
  if (count === 0) return 'none'
  return count < page.length ? 'some' : 'all'
}

/** Selects all rows of a page, up to the maximum; deselects them if all are already selected or the selection is full. */
export const toggledPage = (selected: Selected, page: Selected, max: number): Selected => {
  const more = page.filter((id) => !selected.includes(id)).slice(0, max - selected.length)
  return more.length > 0 ? [...selected, ...more] : selected.filter((id) => !page.includes(id))
}

const nothing = { ids: [] as Selected, isAll: false, last: null as string | null }

/**
 * The selection of a list: at most `max` rows, which remain selected across pages, or all rows that match the filters. It is cleared when the
 * list changes.
 */
export const useSelection = (list: string, max: number) => {
  const [state, setState] = useState({ list, ...nothing })
  const { ids, isAll, last } = state.list === list ? state : nothing
  const choose = (next: Selected, last: string | null = null) =>
    setState({ list, ids: next.slice(0, max), isAll: false, last })
  return {
    ids,
    /** Whether all rows that match are selected, on all pages, instead of single ones. */
    isAll,
    isFull: ids.length >= max,
    has: (id: string) => isAll || ids.includes(id),
    /**
     * Selects or deselects a row of a page; with `isRange`, it selects all rows from the one that was pressed last. Deselecting one of all
     * that match keeps the others of its page.
     */
    toggle: (id: string, page: Selected, isRange = false) => {
      if (isAll) return choose(page.filter((other) => other !== id))
      choose(isRange ? extended(ids, page, last, id, max) : toggled(ids, id, max), id)
    },
    togglePage: (page: Selected) => choose(isAll ? [] : toggledPage(ids, page, max)),
    choose: (next: Selected) => choose(next),
    selectAll: () => setState({ list, ids: [], isAll: true, last: null }),
    clear: () => choose([]),
  }
}

export type Selection = ReturnType<typeof useSelection>
