import { returnedRow } from '#server/db/rows.ts'
import { partnerNotes, partnerProfileTags, partnerTags } from '#server/db/schema/partner-notes.ts'
import type { TestApp } from './app.ts'

type Portal = Pick<TestApp, 'db'>

export const createTag = (
  { db }: Portal,
  name: string = crypto.randomUUID(),
): Promise<typeof partnerTags.$inferSelect> =>
  returnedRow(db.insert(partnerTags).values({ name }).returning())

export const createNote = (
  { db }: Portal,
  note: Pick<typeof partnerNotes.$inferInsert, 'partnerId'> & Partial<typeof partnerNotes.$inferInsert>,
): Promise<typeof partnerNotes.$inferSelect> =>
  returnedRow(
    db
      .insert(partnerNotes)
      .values({ kind: 'note', body: 'Call back', ...note })
      .returning(),
  )

/** Adds a tag to a partner, and notes by each of the authors whose text contains the canary. */
export const addNotesAndTag = async (
  portal: Portal,
  partnerId: string,
  authorIds: string[],
  canary: string,
) => {
  for (const authorId of authorIds) await createNote(portal, { partnerId, authorId, body: `About ${canary}` })
  const { id: tagId } = await createTag(portal)
  await portal.db.insert(partnerProfileTags).values({ partnerId, tagId })
}
