import { and, eq, lte, sql } from 'drizzle-orm'
import type { MarkedKind } from '#contract/attention-kinds.ts'
import type { Executor } from '#server/db/client.ts'
import { attentionMarks } from '#server/db/schema/attention.ts'

/** Marks an item as done or snoozed, in place of an earlier mark. */
export const setMark = async (
  db: Executor,
  mark: Omit<typeof attentionMarks.$inferInsert, 'createdAt'>,
): Promise<void> => {
  const { kind: _kind, subjectId: _subject, ...set } = mark
  await db
    .insert(attentionMarks)
    .values(mark)
    .onConflictDoUpdate({
      target: [attentionMarks.kind, attentionMarks.subjectId],
      set: { ...set, createdAt: sql`now()` },
    })
}

export const deleteMark = async (db: Executor, kind: MarkedKind, subjectId: string): Promise<void> => {
  await db
    .delete(attentionMarks)
    .where(and(eq(attentionMarks.kind, kind), eq(attentionMarks.subjectId, subjectId)))
}

/** Deletes the marks of items whose snooze has ended, so that they wait again. */
export const endSnoozedMarks = async (db: Executor): Promise<void> => {
  await db.delete(attentionMarks).where(lte(attentionMarks.until, sql`now()`))
}

/** Deletes old marks, most of whose items no longer exist. An item that has waited for a year since it was marked waits again. */
export const deleteOldMarks = async (db: Executor): Promise<void> => {
  await db.delete(attentionMarks).where(lte(attentionMarks.createdAt, sql`now() - interval '1 year'`))
}
