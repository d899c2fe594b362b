/** How long Undo is offered, in a toast and in the row itself. */
export const undoMs = 8000

/** The state of a row that an action removes from its list. */
export type LeavingRow = {
  /** A word for what happened to the row, such as "Completed". */
  label: string
  /** Undoes the action; `pending` until the server responds, and again after Undo is pressed. Absent when the action cannot be undone. */
  undo?: (() => void) | 'pending'
}

let leaving: ReadonlyMap<string, LeavingRow> = new Map()
const listeners = new Set<() => void>()

const update = (next: ReadonlyMap<string, LeavingRow>) => {
  leaving = next
  for (const notify of listeners) notify()
}

const without = (ids: readonly string[], row: LeavingRow) =>
  new Map([...leaving].filter(([id, each]) => each !== row || !ids.includes(id)))

/** Returns the rows that are leaving their lists, by id. */
export const readLeavingRows = () => leaving

/** Calls the listener after every change; returns a function that unsubscribes it. */
export const subscribeToLeavingRows = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Marks rows as removed from their lists by an action. A list that shows the rows leaves them in place, marked with the label, until
 * 8 seconds after the server has completed the action.
 * @param hasUndo whether the row will offer Undo
 * @returns the functions to call when the server has responded
 */
export const leaveRows = (ids: readonly string[], label: string, hasUndo: boolean) => {
  let current: LeavingRow = { label, ...(hasUndo && { undo: 'pending' }) }
  const replace = (row: LeavingRow) => {
    const next = new Map(leaving)
    for (const id of ids) if (leaving.get(id) === current) next.set(id, row)
    current = row
    update(next)
    setTimeout(() => update(without(ids, row)), undoMs)
  }
  update(new Map([...leaving, ...ids.map((id) => [id, current] as const)]))
  return {
    done: (undo?: () => void) => replace({ label, ...(hasUndo && undo && { undo }) }),
    /** Marks the action as being undone. The rows stay in their places until they are listed again. */
    takenBack: () => replace({ label, undo: 'pending' }),
    /** Marks the action as failed, so the rows are shown as before. */
    failed: () => update(without(ids, current)),
  }
}

/** Returns the rows of a list together with the rows that are leaving it, which stay in their previous places. */
export const withLeavingRows = <R extends { id: string }>(
  rows: readonly R[],
  before: readonly R[],
  isLeaving: (id: string) => boolean,
): R[] => {
  const listed = new Set(rows.map(({ id }) => id))
  return before.reduce<R[]>(
    (merged, row, index) => {
      if (listed.has(row.id) || !isLeaving(row.id)) return merged
      const places = before.slice(0, index).map(({ id }) => merged.findIndex((each) => each.id === id))
      return merged.toSpliced((places.findLast((place) => place >= 0) ?? -1) + 1, 0, row)
    },
    [...rows],
  )
}
