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

/** The list whose rows they are; of a list that is replaced by another, such as by a filter, none stays. */
type Listed = { list?: string; isStale?: boolean | undefined }

/**
 * The rows of a list, where those that an action takes out of it keep their places for a while.
 * @returns `rows`, undefined as long as those given are, and `leavingOf`: what has happened to a row that is not in the list any more
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
  // A row that leaves next keeps the place that it has now.
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

/** Around a row: what has happened to it, where it is leaving its list. */
export const LeavingProvider = ({ row, children }: { row: LeavingRow | undefined; children: ReactNode }) => (
  <LeavingContext value={row}>{children}</LeavingContext>
)

/** What has happened to the row around it, where that is leaving its list. */
export const useLeaving = () => use(LeavingContext)

/** Says what has happened to a row that is leaving its list, and offers the way back, in place of the row's actions. */
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
          // It comes into the place of the button that was pressed: a second press is none of it.
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
