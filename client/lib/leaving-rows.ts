/** How long Undo is offered, in a toast and in the row itself. */
export const undoMs = 8000

/** What has happened to a row that an action takes out of its list. */
export type LeavingRow = {
  /** A word for what has happened, such as "Completed". */
  label: string
  /** Takes it back; `pending` until the server has answered, and once it was pressed. Left out where there is no way back. */
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

/** The rows that leave their lists, by id. */
export const readLeavingRows = () => leaving

/** Calls the listener after every change; returns a function that unsubscribes it. */
export const subscribeToLeavingRows = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Says that an action takes rows out of their lists: a list that shows them keeps them in their places, marked with the label, until
 * 8 seconds after the server has done it.
 * @param hasUndo whether the row will offer the way back
 * @returns what to call when the server has answered
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
    /** The action is being taken back. The rows keep their places until they are listed again. */
    takenBack: () => replace({ label, undo: 'pending' }),
    /** The action has failed: the rows are as they were. */
    failed: () => update(without(ids, current)),
  }
}

/** The rows of a list with those that are leaving it in the places that they had before. */
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
