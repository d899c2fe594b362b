import { returnedRow } from '#server/db/rows.ts'
import { savedViews } from '#server/db/schema/saved-views.ts'
import type { TestApp } from './app.ts'

let number = 0

/** Stores a view of the partners who are approved, shared unless given otherwise. */
export const createView = async (
  { db }: Pick<TestApp, 'db'>,
  view: Partial<typeof savedViews.$inferInsert> = {},
) => {
  number += 1
  const values = {
    name: `View ${number}`,
    isShared: true,
    filter: { status: 'completed' },
    sort: '-created' as const,
  }
  return returnedRow(
    db
      .insert(savedViews)
      .values({ ...values, ...view })
      .returning(),
  )
}

/** The form of a view of one's own. */
export const viewForm = (form: object = {}) => ({ name: 'Approved', isShared: false, filter: {}, ...form })
