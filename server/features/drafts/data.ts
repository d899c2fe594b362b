import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { type DraftForm, draftDays } from '#contract/drafts.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow } from '#server/db/rows.ts'
import { formDrafts } from '#server/db/schema/drafts.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'

interface Draft {
  values: Record<string, string>
  updatedAt: Date
}

const columns = { values: formDrafts.values, updatedAt: formDrafts.updatedAt }

const documentIdOf = (form: DraftForm) => (form === 'profile' ? null : form)

const isDraft = (userId: string, form: DraftForm) => {
  const documentId = documentIdOf(form)
  return and(
    eq(formDrafts.userId, userId),
    documentId ? eq(formDrafts.documentId, documentId) : isNull(formDrafts.documentId),
  )
}

export const getDraft = (db: Executor, userId: string, form: DraftForm) =>
  findRow(db.select(columns).from(formDrafts), isDraft(userId, form))

/** Whether an agreement waits for this partner's signature. Locks it, so that it cannot be signed until the transaction ends. */
export const lockOpenDocument = async (tx: Executor, documentId: string, partnerId: string | null) => {
  if (!partnerId) return false
  const [document] = await tx
    .select({ id: partnerDocuments.id })
    .from(partnerDocuments)
    .where(
      and(
        eq(partnerDocuments.id, documentId),
        eq(partnerDocuments.partnerId, partnerId),
        eq(partnerDocuments.status, 'pending'),
      ),
    )
    .for('share')
  return document !== undefined
}

/** Stores the first draft of a form; returns undefined if there is one already. */
export const createDraft = async (
  tx: Executor,
  userId: string,
  form: DraftForm,
  values: Draft['values'],
): Promise<Draft | undefined> => {
  const [draft] = await tx
    .insert(formDrafts)
    .values({ userId, documentId: documentIdOf(form), values, updatedAt: sql`now()` })
    .onConflictDoNothing()
    .returning(columns)
  return draft
}

/** Replaces the draft of time `updatedAt`; returns undefined if it has been changed since or deleted. */
export const replaceDraft = async (
  tx: Executor,
  userId: string,
  form: DraftForm,
  { values, updatedAt }: Draft,
): Promise<Draft | undefined> => {
  const [draft] = await tx
    .update(formDrafts)
    // Every change gets a later time than the one before, so that the time identifies the change.
    .set({ values, updatedAt: sql`greatest(now(), ${formDrafts.updatedAt} + interval '1 ms')` })
    .where(and(isDraft(userId, form), eq(formDrafts.updatedAt, updatedAt)))
    .returning(columns)
  return draft
}

/** Deletes what a user has typed in a form that was sent. */
export const deleteDraft = async (tx: Executor, userId: string, form: DraftForm) => {
  await tx.delete(formDrafts).where(isDraft(userId, form))
}

/** Deletes what users have typed in an agreement that was signed. */
export const deleteDraftsOfDocument = async (tx: Executor, documentId: string) => {
  await tx.delete(formDrafts).where(eq(formDrafts.documentId, documentId))
}

/** Deletes the drafts that nobody has changed for `draftDays`. */
export const deleteOldDrafts = async (db: Executor) => {
  await db
    .delete(formDrafts)
    .where(lt(formDrafts.updatedAt, sql`now() - make_interval(days => ${draftDays})`))
}

/** All drafts of a user, each with the name of its form, for the download of the user's data. */
export const listDrafts = (db: Executor, userId: string) =>
  db
    .select({
      form: sql<string>`coalesce(${formDrafts.documentId}::text, 'profile')`,
      agreement: partnerDocuments.documentType,
      ...columns,
    })
    .from(formDrafts)
    .leftJoin(partnerDocuments, eq(partnerDocuments.id, formDrafts.documentId))
    .where(eq(formDrafts.userId, userId))
    .orderBy(formDrafts.updatedAt)
