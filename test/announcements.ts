import { announcements } from '#server/db/schema/announcements.ts'
import type { TestApp } from './app.ts'

type New = Partial<typeof announcements.$inferInsert>

/** Creates an announcement, by default to everyone and published a minute ago. */
export const createAnnouncement = async ({ db }: Pick<TestApp, 'db'>, announcement: New = {}) => {
  const publishAt = new Date(Date.now() - 60_000)
  const [created] = await db
    .insert(announcements)
    .values({ title: 'Winter hours', body: 'We close at noon.', publishAt, ...announcement })
    .returning()
  if (!created) throw new Error('no announcement came back')
  return created
}
