import { returnedRow } from '#server/db/rows.ts'
import { partnerTags } from '#server/db/schema/partner-notes.ts'
import type { TestApp } from './app.ts'

export const createTag = (
  { db }: Pick<TestApp, 'db'>,
  name: string = crypto.randomUUID(),
): Promise<typeof partnerTags.$inferSelect> =>
  returnedRow(db.insert(partnerTags).values({ name }).returning())
