import type { BulkActionRow } from './data.ts'

/** Returns a bulk action as its requester sees it. */
export const shownAction = (action: BulkActionRow) => {
  const { id, kind, partnerIds, done, changed, leftOut, startsAt, finishedAt, takenBackAt, failedAt } = action
  return {
    id,
    kind,
    total: partnerIds.length,
    done,
    changed,
    leftOut,
    startsAt,
    finishedAt,
    takenBackAt,
    failedAt,
  }
}
