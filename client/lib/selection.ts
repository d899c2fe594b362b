import { useState } from 'react'

type Selected = readonly string[]

/** Selects or deselects a row. A row is selected only while the selection is not full. */
export const toggled = (selected: Selected, id: string, max: number): Selected => {
  if (selected.includes(id)) return selected.filter((other) => other !== id)
  return selected.length < max ? [...selected, id] : selected
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

/** The selection of a list, with at most `max` rows; it remains across pages until the list changes. */
export const useSelection = (list: string, max: number) => {
  const [state, setState] = useState({ list, ids: [] as Selected })
  const ids = state.list === list ? state.ids : []
  return {
    ids,
    isFull: ids.length >= max,
    toggle: (id: string) => setState({ list, ids: toggled(ids, id, max) }),
    togglePage: (page: Selected) => setState({ list, ids: toggledPage(ids, page, max) }),
    clear: () => setState({ list, ids: [] }),
  }
}

export type Selection = ReturnType<typeof useSelection>
