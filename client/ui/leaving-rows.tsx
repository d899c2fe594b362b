import { createContext, type ReactNode, use, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import {
  type LeavingRow,
  readLeavingRows,
  subscribeToLeavingRows,
  withLeavingRows,
} from '#client/lib/leaving-rows.ts'
import { markArrived } from '#client/lib/moved-click-guard.ts'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'

/** The name of the list. When another list replaces the list, for example through a filter, no leaving rows stay. */
type Listed = { list?: string; isStale?: boolean | undefined }

/**
 * Returns the rows of a list. Rows that an action has removed stay in their places for a while.
 * @returns `rows`, undefined while the given rows are undefined, and `leavingOf`, the state of a row that is no longer in the list
 */
export const useLeavingRows = <R extends { id: string }>(
  rows: readonly R[] | undefined,
  { list = '', isStale = false }: Listed = {},
) => {
  const leaving = useSyncExternalStore(subscribeToLeavingRows, readLeavingRows, readLeavingRows)
  const lastRef = useRef<{ list: string; shown: readonly R[] }>(null)
  const last = lastRef.current?.list === list ? lastRef.current.shown : undefined
  const canStay = rows && last && !isStale && leaving.size > 0
  const shown = canStay ? withLeavingRows(rows, last, (id) => leaving.has(id)) : rows
  // The shown rows are remembered, because the next row that leaves must stay in its current place.
  useLayoutEffect(() => {
    lastRef.current = shown && !isStale ? { list, shown } : null
  })

  const listed = canStay ? new Set(rows.map(({ id }) => id)) : undefined
  return {
    rows: shown as R[] | undefined,
    leavingOf: ({ id }: { id: string }) => (listed && !listed.has(id) ? leaving.get(id) : undefined),
  }
}

const LeavingContext = createContext<LeavingRow | undefined>(undefined)

/** Provides the state of a leaving row to the components of the row. */
export const LeavingProvider = ({ row, children }: { row: LeavingRow | undefined; children: ReactNode }) => (
  <LeavingContext value={row}>{children}</LeavingContext>
)

/** Returns the state of the surrounding row if the row is leaving its list. */
export const useLeaving = () => use(LeavingContext)

/** A note that replaces the actions of a leaving row: it says what happened to the row and offers Undo. */
export function LeavingNote({
  row: { label, undo },
  describedBy,
}: {
  row: LeavingRow
  describedBy?: string
}) {
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone="positive">{label}</Badge>
      {undo && (
        <Button
          // Undo appears in the place of the clicked button, so the second click of a double click must not trigger it.
          ref={markArrived}
          data-undo
          size="small"
          pending={undo === 'pending'}
          aria-describedby={describedBy}
          onClick={undo === 'pending' ? undefined : undo}
        >
          Undo
        </Button>
      )}
    </span>
  )
}
