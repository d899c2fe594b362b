import { bulkActions } from '#server/db/schema/bulk-actions.ts'
import type { TestApp } from './app.ts'

/** Adds a finished bulk action of a member of staff. Returns its id. */
export const createBulkAction = async ({ db }: Pick<TestApp, 'db'>, requestedBy: string) => {
  const now = new Date()
  const values = { kind: 'manager', managerId: null }
  const [action] = await db
    .insert(bulkActions)
    .values({
      kind: 'manager',
      values,
      requestedBy,
      requestSha256: '',
      partnerIds: [],
      startsAt: now,
      finishedAt: now,
    })
    .returning()
  return action?.id ?? ''
}
